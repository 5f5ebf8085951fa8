"""Token and certificate of the link: what is over fails, what ends soon is said, the rest is left out."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from console.commissioning.proofs.link_proofs import certificate_proof, ending, link_proofs, token_proof
from console.supervisor.records import Phrase, Proof, Verdict
from console.table.config import LinkConfig, TableConfig
from console.table.core import Mode

NOW = datetime.now(UTC).replace(microsecond=0)
PLAIN = LinkConfig("tcp://127.0.0.1:9")


def finding(proof: Proof) -> str:
    """The key of what was found."""
    assert isinstance(proof.found, Phrase)
    return proof.found.key.removeprefix("commissioning.")


@pytest.mark.parametrize(
    ("left", "verdict", "key"),
    [
        (timedelta(days=30), Verdict.PROVED, "tls.found"),
        (timedelta(days=29, hours=23), Verdict.PROVED, "tls.soon"),
        (timedelta(seconds=1), Verdict.PROVED, "tls.soon"),
        (timedelta(), Verdict.FAILED, "tls.over"),
    ],
)
def test_a_certificates_end_is_announced_thirty_days_before(
    left: timedelta, verdict: Verdict, key: str
) -> None:
    proof = ending(NOW + left, NOW)
    assert (proof.verdict, finding(proof)) == (verdict, key)


def test_a_table_without_token_and_tls_has_them_left_out_with_the_reason() -> None:
    found = (token_proof(PLAIN), certificate_proof(PLAIN, "Table 7", NOW))
    assert [(each.verdict, each.why) for each in found] == [
        (Verdict.LEFT_OUT, Phrase("commissioning.token.none")),
        (Verdict.LEFT_OUT, Phrase("commissioning.tls.none")),
    ]
    assert [each.name for each in found] == ["link token", "link certificate"], "as certificates have it"


def test_a_token_that_others_can_read_fails(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("secret\n")
    link = LinkConfig("tls://127.0.0.1:9", token_file=file)
    file.chmod(0o600)
    assert finding(token_proof(link)) == "token.found"
    file.chmod(0o644)
    assert (finding(token_proof(link)), token_proof(link).verdict) == ("token.unusable", Verdict.FAILED)


def test_an_unusable_ca_is_reported_in_words(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("secret")
    (tmp_path / "token").chmod(0o600)
    proof = certificate_proof(LinkConfig("tls://10.0.0.1:9", tmp_path / "ca", tmp_path / "token"), "T7", NOW)
    assert proof.found == Phrase("link.ca.none", {"file": str(tmp_path / "ca")})
    assert proof.verdict is Verdict.FAILED


def test_a_table_without_link_says_so(tmp_path: Path) -> None:
    config = TableConfig(Mode.LIVE, "Table 7", "baccarat", "lt", "lt", tmp_path / "t7.db", None, ())
    assert [each.why for each in link_proofs(config)] == [Phrase("commissioning.link.none")]
