"""Phrases by key: what is filled in, which plural is taken, and what is refused."""

from __future__ import annotations

import ast
import errno
import os
import re
import subprocess
import sys
from gettext import GNUTranslations
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from console.base.words import LANGUAGES, Catalogue, MissingSlot, Words, WordsNotBuilt
from console.base.words.failures import system_text, why
from console.base.words.locales import LOCALES, figure
from tests.base.words.catalogues import CHECKOUT, compiled, phrases, texts, words
from tests.base.words.missing import lacking
from tests.sources import nodes

LEFT = {
    "en": {1: "1 second left", 0: "0 seconds left", 2: "2 seconds left", 21: "21 seconds left"},
    "sv": {1: "1 sekund kvar", 0: "0 sekunder kvar", 18: "18 sekunder kvar"},
    "ja": {1: "残り1秒", 18: "残り18秒"},
    "lt": {
        1: "liko 1 sekundė",
        2: "liko 2 sekundės",
        9: "liko 9 sekundės",
        10: "liko 10 sekundžių",
        11: "liko 11 sekundžių",
        12: "liko 12 sekundžių",
        20: "liko 20 sekundžių",
        21: "liko 21 sekundė",
        22: "liko 22 sekundės",
        111: "liko 111 sekundžių",
        0: "liko 0 sekundžių",
    },
    "is": {
        1: "1 sekúnda eftir",
        2: "2 sekúndur eftir",
        11: "11 sekúndur eftir",
        21: "21 sekúnda eftir",
        111: "111 sekúndur eftir",
    },
    "de": {1: "noch 1 Sekunde", 0: "noch 0 Sekunden", 2: "noch 2 Sekunden"},
}


def test_the_next_languages_come_round_to_the_first() -> None:
    turned = [LANGUAGES[0]]
    while (after := words(turned[-1]).next_language) != LANGUAGES[0]:
        turned.append(after)
    assert tuple(turned) == LANGUAGES


@pytest.mark.parametrize(("language", "n"), [(code, n) for code, cases in LEFT.items() for n in cases])
def test_a_count_takes_the_plural_of_its_language(language: str, n: int) -> None:
    assert words(language).count("count.seconds_left", n) == LEFT[language][n]


def test_a_counts_thousands_stand_apart_as_each_language_writes_them() -> None:
    fields = {language: words(language).count("review.count", 3808).split()[0] for language in ("en", "ja")}
    assert fields["en"] == "3,808" and fields["ja"].startswith("3,808")
    for language, apart in (("sv", "3\u00a0808 "), ("lt", "3\u00a0808 "), ("is", "3.808 "), ("de", "3.808 ")):
        assert words(language).count("review.count", 3808).startswith(apart)
    assert words("de").count("review.count", 808).startswith("808 ")


def test_a_whole_number_is_written_to_its_last_digit_however_long_it_is() -> None:
    assert figure(2**53 + 1, 0, LOCALES["en"]) == "9,007,199,254,740,993"
    assert len(figure(10**400, 0, LOCALES["en"])) == 534


def test_slots_are_filled_in() -> None:
    text = words("de").text("say.player_wins", player=8, banker=3)
    assert text == "Spieler 8, Bank 3, Spieler gewinnt"


def test_slots_that_a_phrase_has_not_are_let_be() -> None:
    assert words("en").text("prompt.stack", cards=416) == "Stack the cards"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_of_the_system_is_translated(language: str) -> None:
    named = dict(Words("en").phrases("system."))
    for key, message in named.items():
        if not key.startswith("sqlite_"):
            assert message == os.strerror(getattr(errno, key.upper()))
        said = words(language).text("bundle.not_written", folder="/mnt", reason=message)
        assert words(language).text(f"system.{key}") in said


@pytest.mark.parametrize(("key", "slot"), [("kiosk.failed", "said"), ("journal.archived.unsealed", "why")])
def test_a_message_of_the_system_is_translated_by_whatever_slot_it_comes(key: str, slot: str) -> None:
    said = words("sv").text(key, **{"program": "/etc/x", slot: os.strerror(errno.EACCES)})
    assert words("sv").text("system.eacces") in said and "Permission" not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_systems_refusal_of_a_file_is_said_to_a_terminal_in_its_language(language: str) -> None:
    refusal = PermissionError(errno.EACCES, os.strerror(errno.EACCES), "/srv/J.db")
    said = system_text(refusal, words(language))
    assert "/srv/J.db" in said and words(language).text("system.eacces") in said
    assert "Errno" not in said and (language == "en" or "Permission" not in said)
    assert system_text(OSError("odd"), words(language)) == "odd"


def test_a_missing_slot_is_named_with_its_phrase() -> None:
    with pytest.raises(MissingSlot, match=r"say\.tie.*\{banker\}"):
        words("sv").text("say.tie", player=6)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_key_that_no_catalogue_has_shows_its_id_and_is_logged_once(
    language: str, caplog: pytest.LogCaptureFixture
) -> None:
    with lacking() as missed:
        in_words = words(language)
        assert in_words.text("incident.dog_on_table") == "dog_on_table"
        assert in_words.count("step.call_vet", 2) == "call_vet"
        assert in_words.text("incident.dog_on_table") == "dog_on_table"
        assert in_words.find("incident.dog_on_table") is None, "where another says it, nothing is missing"
    assert missed == {("incident.dog_on_table", language), ("step.call_vet", language)}
    logged = [record.getMessage() for record in caplog.records]
    assert logged == [
        f"no phrase 'incident.dog_on_table' in translations/{language}.po",
        f"no phrase 'step.call_vet' in translations/{language}.po",
    ]


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match=", ".join(LANGUAGES)):
        Words(f"{LANGUAGES[0]}-of-nowhere")


def test_words_that_are_not_built_yet_say_what_builds_them(tmp_path: Path) -> None:
    with pytest.raises(WordsNotBuilt, match="python3 -m console"):
        Words("en", tmp_path)


@pytest.mark.parametrize(
    ("language", "quoted"),
    [("en", "“x”"), ("sv", "”x”"), ("ja", "「x」"), ("lt", "„x“"), ("is", "„x“"), ("de", "„x“")],
)
def test_each_market_has_its_own_quotation_marks(language: str, quoted: str) -> None:
    assert words(language).quote("x") == quoted


@pytest.mark.parametrize("language", LANGUAGES)
def test_phrases_are_those_that_pythons_own_reader_finds(language: str) -> None:
    file = compiled() / f"{language}.mo"
    with file.open("rb") as opened:
        own: Any = GNUTranslations(opened)
    found = Catalogue(file.read_bytes())
    read = {(key, at): form for key, forms in found.phrases() for at, form in enumerate(forms)}
    assert read == {key if isinstance(key, tuple) else (key, 0): form for key, form in own._catalog.items()}
    begun = {key: forms for key, forms in found.phrases("reason.")}
    assert begun == {key: forms for key, forms in found.phrases() if key.startswith("reason.")} != {}
    counted = {key[0] for key in own._catalog if isinstance(key, tuple)}
    assert counted
    for key in {key for key, _ in read}:
        assert found.text(key) == own.gettext(key)
    for key, n in product(counted, range(130)):
        assert found.count(key, n) == own.ngettext(key, key, n)
    for beside in ("a", "incident.", "zz", "\udc80"):
        assert found.text(beside) is None
        assert found.count(beside, 2) is None


@pytest.mark.parametrize("kept", [0, 3, 4, 20, 27, 5_000, -1])
def test_words_that_are_cut_off_or_no_words_at_all_are_refused(kept: int) -> None:
    written = (compiled() / "sv.mo").read_bytes()
    Catalogue(written)
    with pytest.raises(OSError, match="whole"):
        Catalogue(written[:kept])
    with pytest.raises(OSError, match="whole"):
        Catalogue(b"NONE" + written[4:])


def test_speaking_loads_neither_qt_nor_babel_and_gettext_only_for_plurals() -> None:
    code = (
        "import sys; from console.base.words import Words; words = Words('lt');"
        "assert words.text('prompt.shuffle');"
        "assert 'gettext' not in sys.modules;"
        "import console.table.words.speech, console.table.words.names;"
        "assert not {m.split('.')[0] for m in sys.modules} & {'PySide6', 'babel', 'sqlite3'}"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=CHECKOUT)


@pytest.mark.parametrize("language", LANGUAGES)
def test_several_things_in_a_slot_are_listed_as_the_language_lists_them(language: str) -> None:
    text = words(language).text("rulebook.no_rules", rules="xx", there=("de", "lt"))
    assert ("de、lt" if language == "ja" else "de, lt") in text


SPOKEN = (
    *("base/words", "ui", "words", "records", "reports", "review", "commands", "proficiency"),
    *("trial", "commissioning"),
)
"""The rooms whose words reach a person."""
AS_TYPED = {
    ("console/supervisor/commands/rulebook_look.py", "_facts"),  # in the form of the file
    ("console/rehearsals/commands/rehearsal_files.py", "faults_in_play"),  # written as in a file
    ("console/rehearsals/commands/rehearsal_files.py", "_print_list"),  # facts, likewise
    ("console/rehearsals/commands/rehearsal_files.py", "_score_line"),  # keys, likewise
    ("console/base/words/__init__.py", "__init__"),  # for programmers
    ("console/floor/commands/lists.py", "add_parsers"),  # roles, as they are typed
    ("console/supervisor/records/documents/rulebook_figures.py", "cells"),  # clauses, alike on every sheet
    ("console/supervisor/trial/changes.py", "*"),  # in the form of the rulebook's file
    # in the form in which a certificate keeps it, whatever language it is read in:
    ("console/commissioning/proofs/machine_proofs.py", "parts_proof"),
    ("console/commissioning/proofs/panel_proofs.py", "*"),
    ("console/commissioning/proofs/rules_proof.py", "row_proof"),
    ("console/commissioning/proofs/rules_proof.py", "_facts_text"),  # facts as a proof keeps them
    ("console/commissioning/devices/device_findings.py", "wheel_proofs"),
}


def test_no_list_is_joined_by_the_code_but_where_it_is_as_typed() -> None:
    found = set()
    for room in SPOKEN:
        for file in (CHECKOUT / "console" / room).rglob("*.py"):
            name = str(file.relative_to(CHECKOUT))
            for part in nodes(file) if "join" in file.read_text("utf-8") else ():
                if isinstance(part, ast.FunctionDef) and _joins(part):
                    found |= {(name, part.name), (name, "*")} & AS_TYPED or {(name, part.name)}
    assert found <= AS_TYPED, found - AS_TYPED


@pytest.mark.parametrize("language", LANGUAGES)
def test_items_side_by_side_are_separated_as_in_the_languages_phrases(language: str) -> None:
    dots = {code: words(code).locale.dot for code in ("en", language)}
    dotted = [key for key, message in phrases("en").items() if dots["en"] in texts(message)[0]]
    dotted.remove("permission.how")  # there the dot is a sign that is explained
    fields = {key: texts(phrases(language)[key])[0] for key in dotted}
    assert fields and [key for key, text in fields.items() if dots[language] not in text] == []
    assert words(language).side_by_side(("3", None, "", "7")) == f"3{dots[language]}7"


def _joins(function: ast.FunctionDef) -> bool:
    """Whether it sets a list's comma, or the dot between things side by side, which another language may
    write otherwise.
    """
    return any(_is_join(each) or _has_dot(each) for each in ast.walk(function))


def _is_join(part: ast.AST) -> bool:
    return (
        isinstance(part, ast.Attribute)
        and part.attr == "join"
        and isinstance(part.value, ast.Constant)
        and part.value.value in (", ", "; ", " · ")
    )


def _has_dot(part: ast.AST) -> bool:
    """``f"{one} · {other}"``; with two spaces each side it parts what is drawn, in every language."""
    found = (
        [each.value for each in part.values if isinstance(each, ast.Constant)]
        if isinstance(part, ast.JoinedStr)
        else []
    )
    return any(re.search("(?<! ) · (?! )", str(each)) for each in found)


@pytest.mark.parametrize(
    ("error", "key"),
    [
        (OSError(errno.EIO, os.strerror(errno.EIO)), "bug.disk"),
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), "bug.disk"),
        (OSError(errno.EACCES, os.strerror(errno.EACCES), "T1.db"), "bug.disk"),
        (OSError(errno.ENODEV, os.strerror(errno.ENODEV)), "bug.system"),
        (OSError(errno.ENOENT, os.strerror(errno.ENOENT)), "bug.system"),
        (OSError(errno.ECONNREFUSED, os.strerror(errno.ECONNREFUSED)), "bug.system"),
        (OSError(errno.EMFILE, os.strerror(errno.EMFILE)), "bug.system"),
        (FileNotFoundError(errno.ENOENT, "No usable temporary directory found"), "bug.temporary_folder"),
    ],
)
def test_only_an_error_of_a_file_is_called_one_of_the_disk(error: OSError, key: str) -> None:
    """TB-39: without /dev/pts no simulated device can be made, and the disk is well."""
    reason = words("sv").of_the_system(os.strerror(error.errno or 0))
    slots = {"reason": reason} if key == "bug.system" else {}
    assert why(error, words("sv")) == words("sv").text(key, **slots)
