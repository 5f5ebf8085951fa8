"""The hand-overs between threads that ``--sleeps`` delays are methods of the console."""

from __future__ import annotations

from importlib import import_module

from tests.hand_overs import GIVEN, TAKEN


def test_each_hand_over_that_a_run_with_sleeps_delays_is_a_method() -> None:
    for place, methods in (*GIVEN.items(), *TAKEN.items()):
        module, name = place.split(":")
        made = getattr(import_module(module), name)
        assert all(callable(getattr(made, method, None)) for method in methods), (place, methods)
