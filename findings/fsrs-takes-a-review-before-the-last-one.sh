#!/usr/bin/env bash
# fsrs 6.3.2: a review dated before the last one is taken, and the card's clock goes back.
#
# Expected: review_card() checks that the time is in UTC; a review before card.last_review can't have
# happened then, as where two devices hand in their logs. It is refused, or leaves the newer state.
# Seen: no word. last_review goes back by three days, and the due date with it.
# Hurts: learners who practise on two machines: the order of arrival decides when a card is due.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'fsrs==6.3.2'

cat > "$dir/try.py" <<'END'
from datetime import datetime, timedelta, timezone

from fsrs import Card, Rating, Scheduler

plan = Scheduler(enable_fuzzing=False)
first = datetime(2025, 3, 5, 12, tzinfo=timezone.utc)
card = Card()
for days in (0, 1, 5):
    card, _ = plan.review_card(card, Rating.Good, first + timedelta(days=days))
print("last review", card.last_review.date(), "due", card.due.date())
card, _ = plan.review_card(card, Rating.Good, first + timedelta(days=2))
print("last review", card.last_review.date(), "due", card.due.date())
END

cat > "$dir/expected" <<'END'
last review 2025-03-10 due 2025-04-02
last review 2025-03-07 due 2025-03-30
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: last_review and due go back in time"
else
    echo "changed: fsrs-takes-a-review-before-the-last-one"
    exit 1
fi
