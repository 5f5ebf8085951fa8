"""Files of tests in several processes, as xdist's ``loadfile`` has them, but for four things.

A test in which its process ended is not tried again: xdist gives it to the next process, which it ends as
well, and so on. That next process gets enough to do: xdist gives it one file, and it waits for ever for the
test after a file's only one. Files that look at the same things are one file to it. And a test's place among
all is looked up, and what has ended is forgotten: xdist searches and counts through thousands of names after
each test.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

import pytest
from xdist.scheduler import LoadFileScheduling

from tests.sources import FOLLOWERS, READERS

if TYPE_CHECKING:
    from xdist.remote import Producer
    from xdist.workermanage import WorkerController


_TOGETHER: Final = (READERS, FOLLOWERS)
"""Files that are one file to a process, since they look at the same things."""
_AHEAD: Final = 2
"""A process that has so few tests left gets another file; it runs a test only once it knows the next."""


class FileScheduling(LoadFileScheduling):
    """Each process gets another file as soon as it has almost none left, in the order of the collection."""

    def _split_scope(self, nodeid: str) -> str:
        return next((each[0] for each in _TOGETHER if nodeid.startswith(each)), nodeid.split("::", 1)[0])

    @cached_property
    def _places(self) -> dict[str, int]:
        """Each test's place among all, which is the same in every process."""
        assert self.collection is not None, "the processes have told what they collected"
        return {test: place for place, test in enumerate(self.collection)}

    def _assign_work_unit(self, node: WorkerController) -> None:
        file, tests = self.workqueue.popitem(last=False)
        self.assigned_work[node][file] = tests
        node.send_runtest_some([self._places[test] for test in tests])

    def _reschedule(self, node: WorkerController) -> None:
        if node.shutting_down:
            return
        given = self.assigned_work[node]
        while self.workqueue and sum(map(len, given.values())) <= _AHEAD:
            self._assign_work_unit(node)
        if not self.workqueue:
            node.shutdown()

    def mark_test_complete(self, node: WorkerController, item_index: int, duration: float = 0) -> None:
        """Forget a test that a process has run, and give the process more if it has almost none left."""
        test = self.registered_collections[node][item_index]
        file, given = self._split_scope(test), self.assigned_work[node]
        del given[file][test]
        if not given[file]:
            del given[file]
        self._reschedule(node)

    def remove_node(self, node: WorkerController) -> str | None:
        """Take back what a process has not run; returns the test in which it ended, None if it had none."""
        left = self.assigned_work.pop(node)
        at_work = next((test for tests in left.values() for test in tests), None)
        if at_work is None:
            return None
        file = self._split_scope(at_work)
        del left[file][at_work]
        self.workqueue.update((name, tests) for name, tests in left.items() if tests)
        for other in self.assigned_work:
            self._reschedule(other)
        return at_work


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> FileScheduling | None:
    """Schedule a run by files so; any other as xdist does."""
    return FileScheduling(config, log) if config.getoption("dist") == "loadfile" else None
