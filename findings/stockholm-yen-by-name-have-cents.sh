#!/usr/bin/env bash
# stockholm 0.5.7: 1000 yen are 100,000 sub units if the currency is given as "JPY", and 1,000 by its object.
#
# Expected: 1,000 both times: yen and Icelandic krónur have no minor unit (ISO 4217), the package's own
# currencies say so (decimal_digits is 0), and "JPY" is the documented way of naming one. py-moneyed gives
# 1,000.
# Seen: a currency by its code has two digits, whatever its code is. The two amounts are equal, but their
# sub_units are not, and their sum has those of the summand that came first. from_sub_units() reads 1,000
# yen as ten.
# Hurts: payments, which banks take in sub units: a hundredfold or a hundredth, by a pair of quotation marks.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'stockholm==0.5.7' 'py-moneyed==3.0'

cat > "$dir/try.py" <<'END'
import moneyed
from stockholm import Money
from stockholm.currency import ISK, JPY

for currency in (JPY, ISK):
    code = str(currency)
    named, typed = Money(1000, code), Money(1000, currency)
    print(code, "equal:", named == typed, "sub units:", named.sub_units, typed.sub_units)
    print(code, "sums:", (named + typed).sub_units, (typed + named).sub_units)
    print(code, "read:", Money.from_sub_units(1000, code), "and", Money.from_sub_units(1000, currency))
    print(code, "py-moneyed:", moneyed.Money(1000, code).get_amount_in_sub_unit())
END

cat > "$dir/expected" <<'END'
JPY equal: True sub units: 100000 1000
JPY sums: 200000 2000
JPY read: 10.00 JPY and 1000 JPY
JPY py-moneyed: 1000
ISK equal: True sub units: 100000 1000
ISK sums: 200000 2000
ISK read: 10.00 ISK and 1000 ISK
ISK py-moneyed: 1000
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: yen by name are a hundred times as many sub units"
else
    echo "changed: stockholm-yen-by-name-have-cents"
    exit 1
fi
