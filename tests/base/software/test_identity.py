"""The identity of the software that runs here, as a start notes it in its journal."""

from __future__ import annotations

from console import __version__
from console.base.software.identity import Software, _digest_of, at_work, short, software_of
from console.base.software.manifest import of, running_console

ONE = Software("7.1", "1a" * 32, "2b" * 32, "3c" * 32)


def test_the_software_that_a_start_noted_is_read_back() -> None:
    assert software_of(ONE.text) == ONE
    assert software_of(f"{ONE.text} signer=abc") == ONE
    assert software_of(Software("7.1").text) == Software("7.1")
    assert software_of("") is None and software_of("people 12") is None
    assert short("0123456789abcdef" * 4) == "0123 4567 89ab cdef"


def test_the_identity_names_what_runs_here_by_the_digests_of_its_files() -> None:
    """Another test that builds a wheel here rewrites some of these files: then ask again."""
    found = {"", "?"}
    while len(found) > 1:
        _digest_of.cache_clear()
        before = of(running_console(), __version__).digest
        software = at_work("b0", "c0")
        found = {before, of(running_console(), __version__).digest}
    assert {software.manifest} == found
    assert software.rulebook == "b0" and software.configuration == "c0"
