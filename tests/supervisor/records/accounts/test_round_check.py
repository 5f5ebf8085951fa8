"""A round's file whose proof lost its context is never good: only its entries are proved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from console.base.words import Words
from console.supervisor.records.accounts.lookup import find_round
from console.supervisor.records.documents.proof_verdict import proof_verdict
from console.supervisor.records.documents.record_words import RecordFormatter
from console.table.journal.proof import inclusion
from tests.base.words.catalogues import words
from tests.supervisor.records.accounts.test_round_file import sealed_journal
from tests.supervisor.records.exported import exported
from tests.table.played import ROUND


def test_a_rounds_file_without_a_context_is_never_good(tmp_path: Path, capsys: Any) -> None:
    journal = sealed_journal(tmp_path / "J.db", tmp_path / "keys", *ROUND)
    parsed = msgspec.json.decode(exported(find_round(journal, "T7-1"), RecordFormatter(words("en"))))
    del parsed["proof"]["context"]
    file = tmp_path / "round.json"
    file.write_bytes(msgspec.json.encode(parsed))
    capsys.readouterr()
    assert proof_verdict(file, "en") == 1
    first, second = capsys.readouterr().out.splitlines()[:2]
    assert first == Words("en").text("journal.proof.rest", file=file)
    proven = len(inclusion.proof_file(file).entries)
    assert second.startswith(f"{file}: {proven} entries are proved")
