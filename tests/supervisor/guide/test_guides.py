"""The guides of dealer and supervisor, their HTML, and the list of changes against the edition before."""

from __future__ import annotations

import re
import shutil
import zlib
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache, partial
from html.parser import HTMLParser
from itertools import groupby
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES, Words
from console.supervisor.guide.edition import House, digest_of, printed, words_of_file
from console.supervisor.guide.shown_round import halted, preparation, relief, round_played
from console.supervisor.guide.step_words import StepFormatter
from console.supervisor.records import LabelledTexts, Part
from console.supervisor.records.documents.paper import AnswerPart, Pictured
from console.supervisor.ui.paper.document import pdf_of
from console.supervisor.ui.paper.screen_picture import shown_screen
from console.table.core import Action, Actor, Phase, Role
from console.table.game import DOCUMENTED, load_rulebook, rulebook_folder, rulebook_ids
from console.table.game.roulette import RouletteRules
from console.table.scenes import TableInMemory, sent_by
from tests.base.words.catalogues import words
from tests.command_lines import run
from tests.sweep import by_turns
from tests.table.core.tables import Driven
from tests.table.incidents.rows import committed

pytestmark = pytest.mark.usefixtures("qapp")
main = partial(run, "guide")
CHANGED = "LT-ROU-32a"
SHOWN_BEFORE = (("yes", "no"), ("cards.1-2", "cards.3+"), ("cards.1", "cards.2+"))
"""Answers to one question: the first stands before the second on the screen."""


class Page(HTMLParser):
    """The ids, links and words of a file of HTML."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.sources: list[str] = []
        self.said: list[str] = []
        self._in_script = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = dict(attrs)
        self._in_script = tag in ("script", "style")
        self.ids += [each] if (each := of.get("id")) and tag != "script" else []
        self.links += [each] if (each := of.get("href")) else []
        self.sources += [each] if (each := of.get("src")) else []

    def handle_endtag(self, tag: str) -> None:
        self._in_script = self._in_script and tag not in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self._in_script:
            self.said.append(data)


@cache
def house_of(rules: str) -> House:
    """An installed rulebook's; the cards of its games are played once for all tests here."""
    return House.installed(rules)


def made(file: Path, *asked: str) -> Path:
    assert main([*asked, "--out", str(file)], draw=pdf_of, shown=shown_screen) == 0
    return file


@pytest.fixture
def changed_rules(tmp_path: Path) -> Path:
    """A house's rulebook in which one outcome of roulette is another one, and a kind is added."""
    folder = tmp_path / "rules"
    shutil.copytree(rulebook_folder(), folder)
    rows = folder / "incidents" / "lt.toml"
    text = rows.read_text("utf-8")
    (row,) = re.findall(rf".*{CHANGED}.*\n", text)
    text = text.replace(row, row.replace('outcome = "respin"', 'outcome = "void"'))
    added = (
        'lamp_fell = [\n{ when = "N", outcome = "void", authority = "pit_boss", clause = "LT-ROU-31a" },\n]\n'
    )
    rows.write_text(text.replace("[roulette]\n", f"[roulette]\n{added}"), "utf-8")
    return folder / "lt.toml"


@pytest.mark.parametrize(("rules", "game"), by_turns(rulebook_ids(), DOCUMENTED))
def test_the_round_is_shown_from_its_first_bet_to_the_last_act_of_the_dealer(rules: str, game: str) -> None:
    book = load_rulebook(rules)
    prepared = [str(screen.view.prompt.action) for screen in preparation(book, game)]
    assert prepared[0] == Action.OPEN_TABLE and Action.AWAIT_BETS not in prepared
    played = [screen.view.prompt.action for screen in round_played(book, game)]
    assert played[:2] == [Action.AWAIT_BETS, Action.WAIT] and Action.ANNOUNCE in played
    dealt = {"baccarat": Action.DEAL, "blackjack": Action.TURN_HOLE, "roulette": Action.SPIN}
    assert dealt[game] in played
    hands = [str(screen.view.prompt.hand) for screen in round_played(book, game)]
    assert game != "baccarat" or (hands.count("player"), hands.count("banker")) == (3, 3), "both third cards"
    assert all(screen.pit_boss is None for screen in round_played(book, game))
    (signed_out,), (stopped,) = relief(book, game), halted(book, game)
    assert signed_out.view.prompt.action == Action.SIGN_IN and stopped.view.phase == Phase.HALTED


@pytest.mark.parametrize(("rules", "game"), by_turns(rulebook_ids(), DOCUMENTED))
def test_the_guide_prepares_by_the_steps_of_a_table_that_is_prepared(rules: str, game: str) -> None:
    """In their order, and as often: under BAC-3.2.1 of ja, is and de two piles are made twice."""
    table, asked = Driven(rules, is_ready=False, game=game), list[str]()
    for who, role in (("P1", "pit_boss"), ("D1", "dealer")):
        table.take({"do": "sign_in", "who": who, "role": role})
    while (prompt := table.session.view().prompt).action != Action.AWAIT_BETS:
        asked.append(str(prompt.action))
        by = "P1" if prompt.actor is Actor.PIT_BOSS else "D1"
        if prompt.awaits_card:
            line: dict[str, object] = {"do": "card", "card": "2H"}
        else:
            line = {"do": "open" if prompt.action == Action.OPEN_TABLE else "done", "by": by, "counted": 416}
        assert table.take(line)["accepted"], line
    in_turn = [action for action, _ in groupby(asked)]
    assert [str(screen.view.prompt.action) for screen in preparation(load_rulebook(rules), game)] == in_turn


@pytest.mark.parametrize(
    "rules, game, how",
    [
        ("is", "blackjack", ("and one cut card.", "suit by suit, in order", "One stack of 416, face down.")),
        ("sv", "baccarat", ("and two cut cards.", "Deck by deck, in order", "faces towards you.")),
        ("de", "baccarat", ("Shuffle each pile again.", "faces towards you.", "The second cut card stays")),
    ],
)
def test_the_guide_says_how_a_step_is_done_by_the_rules_of_its_market(
    rules: str, game: str, how: tuple[str, ...]
) -> None:
    """As the table's screen does: it gave blackjack two cut cards, and no market its way of stacking."""
    formatter = StepFormatter(words("en"), words("en"), load_rulebook(rules))
    screens = preparation(load_rulebook(rules), game)
    told = [row[1] for screen in screens for row in formatter.rows(screen) if row[0] == "How"]
    for text in how:
        assert any(text in str(each) for each in told), text


STAGES = {
    "sv": (["wash"], ["shuffle"]),
    "ja": (["split_piles", "wash"], ["split_piles", "riffle"]),
    "lt": (["shuffle_1", "shuffle_2"], ["shuffle_3"]),
    "is": (["split_piles", "wash"], ["split_piles", "riffle"]),
    "de": (["split_piles", "wash"], ["split_piles", "shuffle"]),
}
"""The steps before the third or last stage of each document's shuffle, and from there on."""


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("rules", "language"), by_turns([*STAGES], LANGUAGES))
def test_a_card_names_the_steps_of_each_stage_of_the_shuffle(rules: str, language: str) -> None:
    """LT-BAC-23a, LT-BAC-23b: the table knows the stage, the person with the card sees the step."""
    said = words(language)
    guide = house_of(rules).edition(Role.PIT_BOSS, language, "baccarat", drawn=False).paper
    (card,) = (
        part
        for part in guide.parts
        if part.place == "baccarat.card_turned_in_shuffle" and isinstance(part, LabelledTexts)
    )
    text = "\n".join(str(cell) for row in card.rows for cell in row)
    first, last = STAGES[rules]
    orders = (said.text(f"prompt.{action}", stages=3) for action in first + last)
    numbered = [f"{number}. {order}" for number, order in enumerate(orders, 1)]
    for key, steps in (("1-2", numbered[: len(first)]), ("3", numbered[len(first) :])):
        label = f"{said.text(f'answer.stage.{key}')}{said.locale.colon}"
        assert f"{label}{said.side_by_side(steps)}" in text


@pytest.mark.sweep(2)
@pytest.mark.parametrize("rules", rulebook_ids())
def test_a_card_calls_nothing_an_incident_that_its_rulebook_allows(rules: str) -> None:
    """ROU-2.1.3, LT-ROU-31: by ja, is and de the ball may be sent in bet time; only its fall is too early."""
    house = house_of(rules)
    allowed = house.rulebook.of(RouletteRules).ball_in_bet_time.allowed
    for language in LANGUAGES:
        guide = house.edition(Role.PIT_BOSS, language, "roulette", drawn=False).paper
        read = {cell for part in guide.parts for row in part.rows for cell in row}
        said = words(language).text
        assert (said("recognise.spun_in_bet_time.allowed") in read) is allowed
        assert (said("recognise.spun_in_bet_time") in read) is not allowed


@pytest.mark.sweep
def test_the_dealers_guide_has_a_picture_of_each_step_and_says_what_is_said_aloud(tmp_path: Path) -> None:
    """In the market's language, with its meaning in the reader's."""
    file = made(
        tmp_path / "d.html", "--role", "dealer", "--rules", "is", "--lang", "ja", "--game", "roulette"
    )
    page = Page(file.read_text("utf-8"))
    steps = len(round_played(load_rulebook("is"), "roulette")) + 2  # relief, and something wrong
    assert len(page.sources) == steps
    assert all(each.startswith("data:image/png;base64,iVBOR") for each in page.sources)
    said = "".join(page.said)
    assert words("is").text("say.no_more_bets") in said and words("ja").text("say.no_more_bets") in said
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids) and page.links


RUNNING = (("ball", "track"), ("cause", "same_direction"), ("ball_removed_in_time", "true"))
"""The facts by which a ball still runs, in a row that has the dealer take it out."""


@pytest.mark.parametrize(("language", "rules"), by_turns(LANGUAGES, [*rulebook_ids()]))
def test_a_card_begins_with_taking_out_a_ball_that_runs(rules: str, language: str) -> None:
    """LT-ROU-27a, LT-ROU-31a, LT-ROU-32a: who only stops lets it drop. Every other card says to stop, and the
    dealer's guide has the same acts first.
    """
    said, house = words(language), house_of(rules)
    wanted = {
        f"incident.{row.kind}"
        for row in committed()
        if (not row.rules or rules in row.rules)
        and "remove_ball:dealer" in row.steps
        and ("recorded", "true") not in row.facts
        and set(RUNNING) & set(row.facts)
    }
    assert wanted
    take_out, stop = said.text("prompt.remove_ball"), said.text("prompt.resolve.ball")
    cards = [
        part
        for part in house.edition(Role.PIT_BOSS, language, "roulette").paper.parts
        if isinstance(part, LabelledTexts) and part.place
    ]
    by_kind = {f"incident.{card.place.removeprefix('roulette.')}": first_acts(said, card) for card in cards}
    assert {kind for kind, (first, *_) in by_kind.items() if first.endswith(take_out)} == wanted
    assert all(texts[-1] == stop and len(texts) == 1 + (kind in wanted) for kind, texts in by_kind.items())
    (part,) = (
        part
        for part in house.edition(Role.DEALER, language, "roulette", drawn=False).paper.parts
        if part.heading == said.text("guide.first")
    )
    *orders, last = first_acts(said, part)
    assert last == stop and len(orders) == len(wanted)
    for kind in wanted:
        (order,) = (order for order in orders if order.startswith(said.text(kind)))
        assert order.endswith(by_kind[kind][0])


def first_acts(said: Words, part: Part) -> list[str]:
    """The texts of 'At once' and of what holds otherwise."""
    heads = tuple(map(said.text, ("outcome.head.at_once", "guide.otherwise")))
    found, current = list[str](), ""
    for label, text in part.rows:
        current = str(label) or current
        found += [str(text)] if current in heads else []
    return found


def test_a_card_says_at_once_what_the_table_prompts_for() -> None:
    """A ball that runs with the wheel is taken out before anybody is asked."""
    table = TableInMemory(load_rulebook("lt"), game="roulette")
    for text in ("bets open", "bets closed", "spin D1 5 with"):
        for line in sent_by(text):
            seen = table.take(line)
    assert seen["prompt"]["action"] == Action.REMOVE_BALL and seen["offer"]["kind"] == "no_spin"


@pytest.mark.sweep(2)
@pytest.mark.parametrize(("rules", "game"), by_turns(rulebook_ids(), DOCUMENTED))
def test_an_announcement_that_still_stands_is_said_at_one_step(rules: str, game: str) -> None:
    """BJ-2.1.3: the last bets are called off once, before the first card."""
    market, house = words(rules), house_of(rules)
    paper = house.edition(Role.DEALER, rules, game, drawn=False).paper
    said = [
        str(text)
        for part in paper.parts
        if part.about.startswith(market.text("guide.round"))
        for label, text in part.rows
        if label == market.text("dossier.label.said")
    ]
    assert len(said) == len(dict.fromkeys(said)) > 1


@pytest.mark.sweep
@pytest.mark.parametrize("role", [Role.DEALER, Role.PIT_BOSS])
def test_a_form_without_pages_has_no_column_for_them(
    role: Role, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("--role", str(role), "--rules", "sv", "--lang", "en", "--game", "baccarat")
    page, seen = words("en").text("guide.head.page"), words("en").text("guide.head.seen")
    html = Page(made(tmp_path / "g.html", *asked).read_text("utf-8"))
    assert main([*asked], draw=pdf_of) == 0
    heads = [line.split() for line in capsys.readouterr().out.splitlines() if f"  {seen}  " in line]
    assert heads and not any(page in head for head in heads)
    assert seen in html.said and page not in html.said


@pytest.mark.parametrize("rules", rulebook_ids())
def test_a_card_asks_nothing_that_the_table_never_asks(rules: str) -> None:
    """Whether a ball is damaged is a press of the step that checks it, behind any cause (LT-ROU-29)."""
    said = words("en")
    parts = house_of(rules).edition(Role.PIT_BOSS, "en", "roulette").paper.parts
    texts = [part.heading for part in parts]
    texts += [str(cell) for part in parts for row in part.rows for cell in row]
    unasked = [said.text(key) for key in ("fact.ball_damaged", "fact.name.ball_damaged")]
    assert not any(each in text for each in unasked for text in texts)
    checks = [text for text in texts if said.text("step.check_ball") in text]
    bring = [text for text in texts if said.text("step.replace_ball") in text]
    assert len(checks) == len(bring) > 1
    assert all(said.quote(said.text("step.check_ball.damaged")) in text for text in checks)


def test_a_card_separates_a_condition_from_its_step_and_shows_an_example_number() -> None:
    parts = house_of("lt").edition(Role.PIT_BOSS, "en").paper.parts
    text = "\n".join(str(cell) for part in parts for row in part.rows for cell in row)
    for condition in ("choose", "After bet time", "The ball is damaged", "After step.1"):
        assert re.search(rf"{condition}: \S", text), condition
    assert "8, black, even, low" in text


@pytest.mark.parametrize("role", [Role.DEALER, Role.PIT_BOSS, Role.SUPERVISOR])
def test_the_first_page_names_reader_games_rules_and_the_players_language(role: Role) -> None:
    house = house_of("lt")
    edition = house.edition(role, "en", "roulette", drawn=False)
    paper = printed(edition, house, "console", datetime(2026, 11, 27, tzinfo=UTC))
    named = {str(label): str(text) for label, text in paper.parts[0].rows}
    whom = {"Role": {Role.DEALER: "Dealer", Role.PIT_BOSS: "Pit boss", Role.SUPERVISOR: "Supervisor"}[role]}
    where = {"Game": "Roulette", "Rules": "Lithuanian rules (lt)", "Players hear": "Lietuvių"}
    assert named == (whom if role is Role.SUPERVISOR else whom | where)
    assert digest_of(replace(paper, parts=paper.parts[1:])) == edition.digest


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("rules", "game"), by_turns(rulebook_ids(), DOCUMENTED))
def test_entries_of_a_card_differ_in_heading_and_answers_stand_as_on_the_screen(
    rules: str, game: str
) -> None:
    """A wrong card set has another outcome at another moment, by the same answers."""
    said = words("en").text
    answers = [(said(f"answer.{one}"), said(f"answer.{other}")) for one, other in SHOWN_BEFORE]
    parts = house_of(rules).edition(Role.PIT_BOSS, "en", game, drawn=False).paper.parts
    for title, of_card in groupby(parts, lambda part: part.about):
        headings = [re.sub(r"^\d+\. ", "", part.heading) for part in of_card if isinstance(part, AnswerPart)]
        assert len(headings) == len(set(headings)), title
    asked = [line for part in parts for row in part.rows for cell in row for line in str(cell).splitlines()]
    authorise = said("button.authorise", name="…")
    assert not any(authorise in line for line in asked), "a line may break inside it"
    assert any(authorise.replace(" ", "\u00a0") in line for line in asked)
    both = [each.split("; ") for each in asked if any({*pair} <= {*each.split("; ")} for pair in answers)]
    assert both
    for each in both:
        assert all(each.index(one) < each.index(other) for one, other in answers if {one, other} <= {*each})


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("rules", "language"), by_turns(rulebook_ids(), LANGUAGES))
def test_each_step_of_the_dealers_guide_has_its_person_and_no_heading_stands_twice(
    rules: str, language: str
) -> None:
    said = words(language).text
    for game in DOCUMENTED:
        parts = house_of(rules).edition(Role.DEALER, language, game, drawn=False).paper.parts
        steps = [part for part in parts if re.match(r"\d+\. ", part.heading)]
        assert steps and all(part.rows[0][0] == said("guide.who") for part in steps)
        assert [part for part in parts if part.heading and part.about.startswith(part.heading)] == []
        counted = [part for part in parts if ("", said("figure.count.whole")) in part.rows]
        assert len(counted) == (game != "roulette")


@pytest.mark.sweep
def test_pictures_change_no_digest() -> None:
    house = House(load_rulebook("lt"), "0" * 12, shown_screen)
    drawn = house.edition(Role.DEALER, "lt", "roulette")
    assert any(isinstance(part, Pictured) for part in drawn.paper.parts)
    assert drawn.digest == house.edition(Role.DEALER, "lt", "roulette", drawn=False).digest


@pytest.mark.sweep
def test_the_editions_of_a_table_are_those_that_its_printed_guides_carry() -> None:
    """Of all games and of its own; the supervisor's guide is about no game."""
    house = house_of("lt")
    found = house.in_force("roulette")
    assert len(found) == len({each.edition for each in found}) == 5 * len(LANGUAGES)
    for each in found:
        printed = house.edition(each.role, each.language, each.game or None, drawn=False)
        assert printed.digest == each.edition and re.fullmatch("[0-9A-F]{8}", each.edition)
    assert {(each.role, each.game) for each in found} == {
        (Role.DEALER, ""),
        (Role.DEALER, "roulette"),
        (Role.PIT_BOSS, ""),
        (Role.PIT_BOSS, "roulette"),
        (Role.SUPERVISOR, ""),
    }


def test_the_supervisors_guide_says_what_a_seal_does_not_prove(tmp_path: Path) -> None:
    file = made(tmp_path / "s.html", "--role", "supervisor", "--rules", "lt", "--lang", "de")
    said = "".join(Page(file.read_text("utf-8")).said)
    assert words("de").text("command.journal.verify") in said
    parts = {part.heading: part.rows for part in house_of("lt").edition(Role.SUPERVISOR, "en").paper.parts}
    commands = {
        "To read what happened": "review, incident, round, report, wheel, rehearsal records, floor diary",
        "To verify it": "journal verify, journal seal, journal head, commissioning verify, software verify, "
        "floor verify, floor witness, guide",
        "What an inspector may ask for": "rulebook dossier, rulebook show, round, commissioning, software, "
        "licences",
    }
    assert {heading: ", ".join(str(row[0]) for row in parts[heading]) for heading in commands} == commands
    begin = {
        "What a seal and a proof show, and what they don’t": """
            Nothing is sealed: anyone who
            Only a later seal that is kept
            Keep the seal elsewhere
            The entries themselves are proved
            The reconstruction began at
            The file alone proves neither
        """,
        "What a check may find": """
            seal … was made of this journal
            the seal at entry … was changed
            entry … names a seal that is missing
            the entries up to … are not those
            the end was cut off
            the seal at entry … was made with
            nothing in it is sealed
            … does not go on from the seal
            the seal that was kept belongs
            Keep the file as it is
        """,
    }
    for heading, beginnings in begin.items():
        lines = [line.strip() for line in beginnings.strip().splitlines()]
        assert [str(row[0])[: len(line)] for row, line in zip(parts[heading], lines, strict=True)] == lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_supervisors_guide_does_not_send_its_reader_to_a_supervisor(language: str) -> None:
    said = words(language)
    guide = house_of("lt").edition(Role.SUPERVISOR, language, drawn=False).paper
    (found,) = (part for part in guide.parts if part.heading == said.text("guide.found"))
    assert len(found.rows) == 10
    assert not [row for row in found.rows if said.text("journal.verify.advice") in str(row)]


def test_a_guide_plays_a_valid_spin_under_a_rulebook_that_asks_for_five_turns(
    tmp_path: Path, changed_rules: Path
) -> None:
    text = changed_rules.read_text("utf-8")
    changed_rules.write_text(text.replace("turns = { least = 4", "turns = { least = 5"), "utf-8")
    played = round_played(load_rulebook("lt", changed_rules.parent), "roulette")
    assert Action.AWAIT_NUMBER in [each.view.prompt.action for each in played]
    cards = made(tmp_path / "cards.html", "--rules", str(changed_rules), "--game", "roulette", "--lang", "lt")
    assert "Sukimo nėra. Statymai lieka galioti, sukama iš naujo" in cards.read_text("utf-8")


@pytest.mark.sweep
@pytest.mark.parametrize("kind", ["pdf", "html"])
def test_the_changes_name_each_card_that_is_not_as_it_was(
    kind: str, tmp_path: Path, changed_rules: Path
) -> None:
    """And no other, from the PDF and from the HTML of the edition before."""
    asked = ("--lang", "en", "--game", "roulette")
    before = made(tmp_path / f"before.{kind}", "--rules", "lt", *asked)
    after = made(tmp_path / "after.html", "--rules", str(changed_rules), *asked, "--since", str(before))
    edition = words_of_file(before).edition
    listed = (
        after.read_text("utf-8").partition(f"Changed since edition {edition}")[2].partition("</table>")[0]
    )
    named = re.findall(r"<tr><td>(?:<a [^>]*>)?([^<]*)", listed)
    cards = [each for each in named if each.endswith(" · Roulette")]
    assert cards == ["lamp_fell · Roulette", "Foreign object · Roulette"]
    assert "Before: " in listed and "Now: " in listed and "Round void, bets go back" in listed
    assert set(named) - set(cards) <= {"Incident cards", "Roulette", "By clause", "What no rule settles"}
    same = made(tmp_path / "same.html", "--rules", "lt", *asked, "--since", str(before))
    assert words("en").text("guide.unchanged") in same.read_text("utf-8")


@pytest.mark.parametrize("packed", [zlib.compress, bytes])
def test_an_edition_is_read_of_a_copy_that_another_program_wrote(
    tmp_path: Path, packed: Callable[[bytes], bytes]
) -> None:
    """Some programs pack all objects but the streams themselves, so that no number leads to one."""
    kept = house_of("lt").edition(Role.DEALER, "en", "roulette", drawn=False).words
    stream = packed(msgspec.json.encode(kept))
    other = b"1 0 obj <</Filter/FlateDecode>> stream\r\n%s\r\nendstream endobj\n" % zlib.compress(b"{}")
    copy = tmp_path / "copy.pdf"
    copy.write_bytes(b"%PDF-1.7\n" + other + b"9 0 obj <<>> stream\n" + stream + b"endstream endobj\n")
    assert words_of_file(copy) == kept


@pytest.mark.sweep
def test_an_edition_of_another_reader_and_a_strange_file_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = made(tmp_path / "before.html", "--role", "supervisor", "--rules", "lt", "--lang", "is")
    (tmp_path / "strange.pdf").write_bytes(b"%PDF-1.4 nothing")
    for file, told in ((before, "Supervisor, Íslenska"), (tmp_path / "strange.pdf", "is not a guide")):
        out = tmp_path / "out.html"
        asked = ["--rules", "lt", "--lang", "en", "--since", str(file), "--out", str(out)]
        assert main(asked, draw=pdf_of) == 2
        assert told in capsys.readouterr().err and not out.exists()
