"""The small file that shows at the next start that this one did not come to its end."""

from __future__ import annotations

import os
from pathlib import Path

from console.table.custody.start_mark import StartMark


def test_a_start_is_marked_by_no_link_and_never_waits_for_its_mark(tmp_path: Path) -> None:
    journal, elsewhere = tmp_path / "journal.db", tmp_path / "elsewhere"
    elsewhere.write_text("mine", "utf-8")
    mark, place = StartMark(journal), tmp_path / "journal.db.start"
    place.symlink_to(elsewhere)
    mark.begin()
    mark.write_text("a round")
    assert (mark.pending_text(), elsewhere.read_text("utf-8")) == (None, "mine")
    place.unlink()
    os.mkfifo(place)
    mark.write_text("a round")
    assert mark.pending_text() in ("", None)
    mark.end()
    mark.begin()
    assert mark.pending_text() == "", "a start that has nothing to show yet"
    mark.write_text("a round")
    mark.begin()
    assert mark.pending_text() == "a round", "what was to be shown stays until there is more"
    assert place.stat().st_mode & 0o777 == 0o600


def test_the_text_of_a_mark_has_at_most_8192_bytes(tmp_path: Path) -> None:
    mark = StartMark(tmp_path / "journal.db")
    mark.write_text("a" * 8_192 + "b")
    assert mark.pending_text() == "a" * 8_192
    (tmp_path / "journal.db.start").write_text("b" * 8_192 + "c", "utf-8")
    assert mark.pending_text() == "b" * 8_192
