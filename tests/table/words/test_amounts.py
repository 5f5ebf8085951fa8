"""Amounts of money have the decimals of their currency."""

from __future__ import annotations

import pytest

from console.base.words import Words
from console.table.words.amounts import named_money, short_money


@pytest.mark.parametrize(
    ("units", "amount"),
    [
        ("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF", "180,050"),
        ("BHD IQD JOD KWD LYD OMR TND", "180.050"),
        ("EUR SEK USD", "1,800.50"),
    ],
)
def test_an_amount_has_the_decimals_of_the_minor_unit_in_iso_4217(units: str, amount: str) -> None:
    for unit in units.split():
        assert named_money(180_050, Words("en"), unit) == f"{amount}\u00a0{unit}"
        assert short_money(180_050, Words("en"), unit) == amount
    assert short_money(180_000, Words("en"), "EUR") == "1,800"
