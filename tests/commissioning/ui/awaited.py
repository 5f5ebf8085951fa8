"""A coroutine that a test awaits, on the loop on which the windows await theirs."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, TypeVar

from PySide6.QtCore import QEventLoop

from console.table.ui.kit import begin

T = TypeVar("T")


def awaited(waiting: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine. Raises what it raises."""
    results, errors, waits = list[T](), list[Exception](), QEventLoop()

    async def kept() -> None:
        try:
            results.append(await waiting)
        except Exception as error:
            errors.append(error)

    begin(kept()).add_done_callback(lambda _: waits.quit())
    waits.exec()
    if errors:
        raise errors[0]
    return results[0]
