"""The pit boss's cards on paper: every row of the decision table stands on exactly one of them."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from console.base.words import LANGUAGES, Words
from console.supervisor.ui.paper.document import pdf_of
from console.table.game import DOCUMENTED, load_rulebook, rulebook_ids
from tests.command_lines import run
from tests.supervisor.guide.card_reader import PDFTOTEXT, PrintedCards, pages_of, said, squeezed
from tests.supervisor.ui.paper.test_pdf_marks import objects, outline
from tests.sweep import IS_WHOLE, by_turns
from tests.table.incidents.rows import committed

main = partial(run, "guide")

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.skipif(PDFTOTEXT is None, reason="pdftotext (poppler-utils) reads the pages"),
]
MARGIN = 9 * 72 / 25.4


def guide(rules: str, language: str, tmp_path: Path, *more: str) -> Path:
    made = tmp_path / f"{rules}-{language}.pdf"
    asked = ["--role", "pit_boss", "--rules", rules, "--lang", language, "--out", str(made), *more]
    assert main(asked, draw=pdf_of) == 0
    return made


GUIDES = [
    (language, rules, DOCUMENTED[at % len(DOCUMENTED)])
    for at, (language, rules) in enumerate(by_turns(LANGUAGES, rulebook_ids()))
]


@pytest.mark.sweep
@pytest.mark.parametrize(("language", "rules", "game"), GUIDES)
def test_each_row_is_on_exactly_one_card_and_nothing_is_cut(
    rules: str, language: str, game: str, tmp_path: Path
) -> None:
    """With its outcome, its clause, who decides, its steps and the words to the players. A sweep has every
    game in one guide, the suite's sample one of them.
    """
    made = guide(rules, language, tmp_path, *(() if IS_WHOLE else ("--game", game)))
    rows = [row for row in committed() if not row.rules or rules in row.rules]
    rows = [row for row in rows if IS_WHOLE or row.game == game]
    assert list(PrintedCards(pages_of(made), rows, language, rules).faults()) == []
    assert list(outside(made)) == []


@pytest.mark.sweep
@pytest.mark.parametrize("language", ["de", "ja"])
def test_a_kind_of_roulette_stands_on_one_page_and_few_on_two(language: str, tmp_path: Path) -> None:
    """A card of the pocket: a front, and a back at most."""
    on, kinds = Words(language), load_rulebook("lt").rules_of("roulette").incidents.kinds
    names = (on.side_by_side((on.text(f"incident.{kind}"), on.text("game.roulette"))) for kind in kinds)
    titles = [squeezed(name) for name in names]
    pages = map(squeezed, pages_of(guide("lt", language, tmp_path, "--game", "roulette")))
    begun = Counter(title for page in pages for title in titles if page.startswith(title))
    assert begun.keys() == set(titles)
    assert max(begun.values()) <= 2
    assert list(begun.values()).count(2) <= 2


def outside(pdf: Path) -> list[str]:
    """The words that do not stand within the margins."""
    asked = (str(PDFTOTEXT), "-bbox", str(pdf), "-")
    text = subprocess.run(asked, capture_output=True, check=True, encoding="utf-8").stdout
    page = re.search(r'<page width="([\d.]+)" height="([\d.]+)">', text)
    assert page is not None
    wide, high = float(page[1]), float(page[2])
    edges = " ".join(rf'{edge}="([\d.-]+)"' for edge in ("xMin", "yMin", "xMax", "yMax"))
    words = re.findall(f"<word {edges}>(.*)</word>", text)
    assert words
    return [
        word
        for left, top, right, bottom, word in words
        if float(left) < MARGIN - 2 or float(right) > wide - MARGIN + 2
        or float(top) < MARGIN - 8 or float(bottom) > high - MARGIN + 8
    ]  # fmt: skip


@pytest.mark.sweep
def test_a_row_that_is_missing_is_found(tmp_path: Path) -> None:
    """The reader finds what it is made for: a page less, a clause changed, an outcome changed."""
    pages = pages_of(guide("lt", "en", tmp_path, "--game", "roulette"))
    rows = [row for row in committed() if row.game == "roulette" and (not row.rules or "lt" in row.rules)]
    assert list(PrintedCards(pages, rows, "en", "lt").faults()) == []
    instead_of = (
        *(("LT-ROU-27c", "LT-ROU-27x"), ("Respin", "Round void"), ("Pick up the ball", "Wait")),
        *(("Bring another ball", "Wait"), ("Authorise as", "Sign as")),
    )
    for was, now in instead_of:
        changed = [page.replace(was, now) for page in pages]
        assert list(PrintedCards(changed, rows, "en", "lt").faults()) != [], was
    (void,), (goes_on,) = said("lt", "say.round_void"), said("lt", "say.play_goes_on")
    for instead in ("„x“", f"„{void}“„{goes_on}“"):  # other words, and another outcome's besides
        changed = [squeezed(page).replace(f"„{void}“", instead) for page in pages]
        assert list(PrintedCards(changed, rows, "en", "lt").faults()) != [], instead
    cards = [at for at, page in enumerate(pages) if page.startswith("Foreign object")]
    fewer = [page for at, page in enumerate(pages) if at not in cards]
    assert len(list(PrintedCards(fewer, rows, "en", "lt").faults())) == 2


@pytest.mark.sweep
def test_contents_lead_to_each_card_by_links_and_the_outline_names_it(tmp_path: Path) -> None:
    made = guide("lt", "en", tmp_path, "--game", "roulette")
    pdf, pages = made.read_bytes(), pages_of(made)
    every = objects(pdf)
    assert not any(b"place:" in each for each in every.values())
    links = [each for each in every.values() if b"/Subtype /Link" in each]
    assert links and all(b"/Dest [" in each for each in links)
    assert b"/Lang (en)" in pdf
    entries = {title: page for _, title, page in outline(pdf)}
    assert pages[entries["No spin · Roulette"] - 1].startswith("No spin · Roulette")
    index = next(page for page in pages if page.startswith("Roulette"))
    assert re.search(rf"No spin {entries['No spin · Roulette']}$", index, re.MULTILINE)


@pytest.mark.sweep
def test_two_pages_stand_beside_each_other_on_a_sheet_and_links_lead_there(tmp_path: Path) -> None:
    """With the same words, numbers and edition as on pages of their own."""
    asked = ("sv", "ja", tmp_path, "--game", "roulette")
    alone = pages_of(guide(*asked))
    (tmp_path / "sv-ja.pdf").unlink()
    made = guide(*asked, "--two-up")
    sheets = pages_of(made)
    assert sheets == ["".join(alone[at : at + 2]) for at in range(0, len(alone), 2)]
    assert list(outside(made)) == []
    entries = {title: page for _, title, page in outline(made.read_bytes())}
    for title, page in entries.items():
        assert squeezed(title) in squeezed(sheets[page - 1])
    assert b"/MediaBox [0 0 842.000000 595.000000]" in made.read_bytes()


@pytest.mark.sweep
def test_a_printed_edition_is_in_force_until_its_words_change(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The eight characters at the foot of each page; in two rulebooks of the house."""
    monkeypatch.setattr("console.supervisor.guide.edition.rulebook_ids", lambda: ("lt", "sv"))
    pages = pages_of(guide("lt", "is", tmp_path, "--game", "roulette"))
    feet = {found[0] for page in pages if (found := re.findall(r"Útgáfa ([0-9A-F]{8}) ·", page))}
    assert len(feet) == 1 and all(foot in page for page in pages for foot in feet)
    capsys.readouterr()
    (edition,) = feet
    assert main(["--rules", "lt", "--lang", "en", "--check", edition.lower()], draw=pdf_of) == 0
    assert capsys.readouterr().out.strip() == f"Edition {edition} is in force: Pit boss, Íslenska."
    assert main(["--rules", "sv", "--lang", "en", "--check", edition], draw=pdf_of) == 1
    assert edition in capsys.readouterr().out
    assert main(["--rules", "lt", "--lang", "en", "--check", "0123ABCD"], draw=pdf_of) == 1
    assert "0123ABCD" in (told := capsys.readouterr().out) and "in force" in told
