"""The published schemas: made from the types, and true of every line and view."""

from __future__ import annotations

import copy
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, get_args

import jsonschema_rs
import msgspec
import pytest

from console.supervisor.commands.protocol import protocol_folder
from console.supervisor.protocol.asyncapi import SCHEMA_FILE
from console.table.core import lines
from console.table.game import DOCUMENTED
from tests.handbook import pages
from tests.instruments.differ.lines import LinesAtRandom
from tests.instruments.differ.reference.reference_table import ReferenceTable
from tests.sweep import times
from tests.table.core.tables import CODES, Driven
from tests.table.core.transcripts import play, some_scenes

SCHEMA = protocol_folder() / SCHEMA_FILE
Sent = dict[str, Any]
LINES_OF_A_SESSION = 100


@cache
def schema() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(SCHEMA.read_bytes())
    return read


@cache
def validator(name: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator({"$defs": schema()["$defs"], "$ref": f"#/$defs/{name}"})


def closed(schema: Any) -> Any:
    """The schema with no property beside those that it describes."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    own = {} if "properties" not in schema or "required" not in schema else {"additionalProperties": False}
    return own | {key: value if key in ("const", "enum") else closed(value) for key, value in schema.items()}


@cache
def closed_validator(name: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator({"$defs": closed(schema()["$defs"]), "$ref": f"#/$defs/{name}"})


def fits(name: str, value: object) -> bool:
    return validator(name).is_valid(value)


def view_of(game: str) -> str:
    return f"{game.title().replace('_', '')}View"


def is_line(sent: Sent) -> bool:
    try:
        lines.parse(json.dumps(sent).encode())
    except lines.InvalidLine:
        return False
    return True


def test_the_schema_is_valid_by_its_drafts_own_schema() -> None:
    assert jsonschema_rs.meta.is_valid(schema())


def test_each_line_of_the_protocol_is_described() -> None:
    told = {each["$ref"] for each in schema()["$defs"]["Line"]["oneOf"]}
    assert len(told) == len(get_args(lines.AnyLine))


def test_a_view_with_a_field_that_is_not_described_does_not_fit_the_closed_schema() -> None:
    view = Driven("sv").view()
    assert closed_validator("BaccaratView").is_valid(view)
    assert validator("BaccaratView").is_valid({**view, "more": 1})
    assert not closed_validator("BaccaratView").is_valid({**view, "more": 1})
    assert not closed_validator("BaccaratView").is_valid({**view, "shoe": {**view["shoe"], "more": 1}})


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """Every schema within one, itself first."""
    if isinstance(schema, list):
        for each in schema:
            yield from parts(each)
    elif isinstance(schema, dict):
        yield schema
        for key, value in schema.items():
            if key in ("properties", "$defs"):
                yield from parts(list(value.values()))
            elif key not in ("examples", "enum", "const"):
                yield from parts(value)


KEYWORDS = {
    "object": {"properties", "required", "additionalProperties", "maxProperties"},
    "array": {"items", "minItems", "maxItems", "uniqueItems"},
    "integer": {"minimum", "maximum"},
    "string": {"pattern", "minLength", "maxLength"},
    "": {"$ref", "$schema", "$id", "$defs", "title", "description", "type", "enum", "const", "examples"}
    | {"anyOf", "oneOf", "allOf", "if", "then", "x-language"},
}


def lax(whole: Any) -> list[dict[str, Any]]:
    """The parts of a schema that Ajv's strict mode refuses: a keyword without its type beside it, or of a
    vocabulary that is not named.
    """
    of_one = {keyword: kind for kind, keywords in KEYWORDS.items() for keyword in keywords}
    return [
        part
        for part in parts(whole)
        if any(of_one.get(keyword, "none") not in ("", part.get("type")) for keyword in part)
    ]


def without_type(name: str, keyword: str) -> dict[str, Any]:
    """The schema with the first field of a definition that has a keyword, without its type."""
    changed = copy.deepcopy(schema())
    field = next(each for each in parts(changed["$defs"][name]) if keyword in each)
    del field["type"]
    return changed


def test_the_schema_is_what_a_strict_validator_compiles() -> None:
    """A type beside each keyword that is of one, and one keyword beside JSON Schema's: what Ajv's strict mode
    asks, and needs no Node.
    """
    assert lax(schema()) == []
    assert schema()["$id"].startswith("urn:")


LAX = [
    ("BetsLine", "minimum"),
    ("SeatsLine", "uniqueItems"),
    ("Hello", "pattern"),
    ("BaccaratView", "properties"),
]


@pytest.mark.parametrize(("name", "keyword"), LAX)
def test_a_keyword_without_its_type_is_found(name: str, keyword: str) -> None:
    assert len(lax(without_type(name, keyword))) == 1


COMPILING = """\
const Ajv = require("ajv/dist/2020.js").default;
const ajv = new Ajv({ strict: true });
ajv.addVocabulary(["x-language"]);
for (const schema of JSON.parse(require("fs").readFileSync(0)))
    try { ajv.removeSchema().compile(schema); console.log(""); }
    catch (error) { console.log(error.message); }
"""


def ajv() -> str | None:
    """The version of the Ajv that Node finds by ``NODE_PATH``; nothing is fetched. None without either."""
    asked = [shutil.which("node") or "", "-p", 'require("ajv/package.json").version']
    found = subprocess.run(asked, capture_output=True, text=True) if asked[0] else None
    return found.stdout.strip() if found is not None and found.returncode == 0 else None


def strict_faults(schemas: list[dict[str, Any]], *, by_ajv: bool) -> list[str]:
    """The first fault of each schema in strict mode, empty without one: Ajv's own word, or the suite's."""
    if not by_ajv:
        return [f"missing type: {found[0]}" if (found := lax(each)) else "" for each in schemas]
    node = ["node", "-e", COMPILING]
    told = subprocess.run(node, input=json.dumps(schemas), capture_output=True, text=True, check=True)
    return told.stdout.splitlines()


def test_the_schema_compiles_in_strict_mode(record_property: Callable[[str, object], None]) -> None:
    version = ajv()
    by = f"Ajv {version}" if version else "the suite's own rules, as Node finds no Ajv on NODE_PATH"
    record_property("closing line", f"the strict mode of the protocol's schema was checked by {by}")
    told, *others = strict_faults([schema(), *(without_type(*each) for each in LAX)], by_ajv=bool(version))
    assert told == ""
    assert len(others) == len(LAX) and all("missing type" in each for each in others)


def test_each_example_fits() -> None:
    examples = [(name, each) for name, part in schema()["$defs"].items() for each in part.get("examples", ())]
    assert {"Hello", "BlackjackView", "BetsLine"} <= {name for name, _ in examples}
    for name, each in examples:
        validator(name).validate(each)


@cache
def transcripts() -> list[tuple[str, list[Sent], list[Sent]]]:
    """Of some scenes, in a sweep of all: the game, the lines that are objects, and their views."""
    found: list[tuple[str, list[Sent], list[Sent]]] = []
    take = Driven.take

    def taken(table: Driven, line: bytes | Sent) -> Sent:
        view = take(table, line)
        if isinstance(one := read(line) if isinstance(line, bytes) else line, dict):
            found[-1][1].append(one)
            found[-1][2].append(view)
        return view

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Driven, "take", taken)
        for _, scene in some_scenes():
            found.append((scene.game, [], []))
            play(scene)
    return found


def test_a_view_has_0_entries_or_more_and_1_journal_set_aside_or_more() -> None:
    view = Driven("sv").view()
    for field, first in (("entry", 0), ("file", 1)):
        assert fits("BaccaratView", {**view, field: first})
        assert not fits("BaccaratView", {**view, field: first - 1})


def test_every_view_of_the_transcripts_fits_its_games_schema() -> None:
    for game, _, seen in transcripts():
        for view in seen:
            validator(view_of(game)).validate(view)


def test_bets_and_a_rounds_status_stand_in_the_pairs_of_the_page() -> None:
    page = pages.pages()["protocol.md"].partition("### What stands of a round\n")[2].partition("\n- ")[0]
    told = set(re.findall(r"^\| `(\w+)` \| `(\w+)` \|", page, re.M))
    seen = {
        (view["bets"], view["round"] and view["round"]["status"])
        for *_, each in transcripts()
        for view in each
    }
    assert len(told) == 5
    assert seen == told | {("closed", None)}, "before the first round"


def test_a_view_without_a_field_or_with_another_type_does_not_fit() -> None:
    tried = 0
    for game, _, seen in transcripts():
        for view in seen[:: len(seen) // 3 + 1]:
            for name in view:
                tried += 1
                assert not fits(view_of(game), {each: view[each] for each in view if each != name}), name
                assert not fits(view_of(game), {**view, name: [[]]}), name
    assert tried > 1000


def test_the_transcripts_lines_fit_just_where_the_table_takes_their_form() -> None:
    for _, sent, seen in transcripts():
        for line, view in zip(sent, seen, strict=True):
            agree(line, view)


def agree(line: Sent, view: Sent) -> None:
    """The schema takes a line just where it has a form of the protocol; the facts of a report and of an
    answer it refuses where the table does.
    """
    fitting, has_form = fits("Line", line), is_line(line)
    if line.get("do") == "settle":
        assert fitting or not has_form, line  # the layout's own bets are more than a schema says
    elif line.get("do") in ("incident", "answer"):
        assert has_form or not fitting, line
        # An answer that nobody waits for is out of turn, whatever its facts.
        assert fitting or view["refused"] in ("bad_input", "out_of_turn"), line
    else:
        assert fitting == has_form, line


WRONG: tuple[object, ...] = (
    None,
    True,
    -1,
    0,
    3601,
    10**13,
    1.5,
    "",
    "x",
    "T" * 101,
    "T" * 2001,
    [],
    [1, 1],
    {},
    {"entry": -1},
)
"""Values of which each is wrong for some field, and beyond some ceiling."""


def broken(line: Sent) -> Iterator[Sent]:
    """A line with one field left out or with another value."""
    for name in line:
        yield {each: line[each] for each in line if each != name}
        for value in WRONG:
            yield {**line, name: value}
    for field in ("by", "seen", "round", "seconds", "reason"):
        for value in WRONG:
            yield {**line, field: value}


def test_a_broken_line_fits_just_where_the_table_takes_its_form() -> None:
    tried = dict[bool, int]()
    known = {msgspec.json.encode(line): line for _, sent, _ in transcripts() for line in sent if "do" in line}
    of_each = dict[tuple[object, ...], Sent]()
    for line in known.values():
        of_each.setdefault((line["do"], *sorted(line)), line)
    for line in of_each.values():
        if line["do"] in ("incident", "answer", "settle"):
            continue
        for other in broken(line):
            assert fits("Line", other) == is_line(other), other
            tried[is_line(other)] = tried.get(is_line(other), 0) + 1
    assert min(tried[True], tried[False]) > 100, tried


def test_every_line_and_view_of_random_sessions_fits() -> None:
    for seed in range(times(50, 6)):
        chance = Random(seed)
        game, rules = DOCUMENTED[seed % 3], chance.choice(CODES)
        reader = ReferenceTable(game, rules, ready=True)
        table = Driven(rules, game=game)
        by_chance = LinesAtRandom(chance, reader, trouble=chance.choice((0.05, 0.3)))
        view = table.view()
        for _ in range(LINES_OF_A_SESSION):
            sent = by_chance.next(view)
            view = table.take(sent.encode())
            reader.take(sent)
            closed_validator(view_of(game)).validate(view)
            line = read(sent)
            if isinstance(line, dict):
                agree(line, view)


def read(sent: str | bytes) -> object:
    try:
        return json.loads(sent)
    except ValueError:
        return None


@pytest.mark.parametrize("kind", ["card_fell", "no_spin"])
def test_a_report_names_a_kind_and_its_own_facts_alone(kind: str) -> None:
    report = {"do": "incident", "by": "D1", "kind": kind}
    assert fits("Line", report)
    assert not fits("Line", {**report, "kind": "card_fel"})
    assert not fits("Line", {**report, "facts": {"actual": 17}})
    assert not fits("Line", {**report, "facts": {"cause": 17}})
    assert not fits("Line", {"do": "incident", "by": "D1", "facts": {"cards": 1}})


def test_the_schema_says_that_an_integer_has_no_fraction() -> None:
    """JSON Schema counts 17.0 among the integers; the table does not."""
    line = {"do": "number", "number": 17.0, "source": "reader"}
    assert fits("Line", line) and not is_line(line)
    assert "17, not 17.0" in schema()["description"]
