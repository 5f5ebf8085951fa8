"""`python3 -m tests` is good only if every check was; pytest has the last word."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests import __main__ as checks


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> list[tuple[str, ...]]:
    """The checks in their order; those named by the test's parameter fail."""
    order: list[tuple[str, ...]] = []
    failing: str = getattr(request, "param", "")

    def run(tool: Sequence[str]) -> int:
        order.append(tuple(tool))
        return 5 if tool[0] == failing else 0

    monkeypatch.setattr(checks, "run", run)
    monkeypatch.setattr("console.setup.environment.enter", lambda window, extras: None)
    return order


def test_all_checks_run_and_pytest_is_the_last(ran: list[tuple[str, ...]]) -> None:
    assert checks.main([]) == 0
    assert [tool[0] for tool in ran] == ["ruff", "mypy", "pytest"]


@pytest.mark.parametrize(("ran", "status"), [("ruff", 1), ("mypy", 1), ("pytest", 5)], indirect=["ran"])
def test_one_bad_check_is_enough(ran: list[tuple[str, ...]], status: int) -> None:
    assert checks.main([]) == status
    assert len(ran) == 3


def test_with_arguments_pytest_runs_alone(ran: list[tuple[str, ...]]) -> None:
    assert checks.main(["tests/game", "-q"]) == 0
    assert ran == [("pytest", "tests/game", "-q")]
