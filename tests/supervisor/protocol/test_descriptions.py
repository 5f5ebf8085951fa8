"""The sentences and examples of the schema: one for each field and value that a view can have."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import jsonschema_rs
import pytest

from console.base.words import Words
from console.supervisor.commands.protocol import DESCRIPTIONS, protocol_folder
from console.supervisor.protocol.asyncapi import SCHEMA_FILE
from console.supervisor.protocol.json_schema import Descriptions, Schema
from console.table.core import lines, permissions
from tests.handbook import pages

LISTED = {"Action", "Announcement", "Example", "Fact", "Line", "Wager"}
"""The names that are no definition's."""
ASKED_BACK = {"on", "seat", "hand", "numbers", "number", "each", "stake"}
"""The fields of a bet, which its row of the worksheet repeats."""
PARTS_OF_ANNOUNCEMENTS = {"colour", "parity", "half", "by_pit_boss"}


@cache
def descriptions() -> Descriptions:
    return tomllib.loads((protocol_folder() / DESCRIPTIONS).read_text("utf-8"))


@cache
def definitions() -> Schema:
    found: Schema = json.loads((protocol_folder() / SCHEMA_FILE).read_bytes())["$defs"]
    return found


@pytest.mark.parametrize("name", sorted(descriptions().keys() - LISTED))
def test_each_field_and_value_has_its_sentence(name: str) -> None:
    definition = definitions()[name]
    there = set(definition.get("properties", definition.get("enum", ())))
    assert there - ASKED_BACK == descriptions()[name].keys() - ASKED_BACK


def fields(schema: object, place: str) -> Iterator[tuple[str, Schema]]:
    """Every field within a schema, however deep; a condition on a field is none."""
    if isinstance(schema, list):
        for each in schema:
            yield from fields(each, place)
    elif isinstance(schema, dict):
        for name, field in schema.get("properties", {}).items():
            yield f"{place}.{name}", field
            yield from fields(field, f"{place}.{name}")
        for keyword in ("anyOf", "oneOf", "items", "additionalProperties"):
            yield from fields(schema.get(keyword), place)
        for case in schema.get("allOf", ()):  # the facts of one kind
            kind = case.get("if", {}).get("properties", {}).get("kind", {}).get("const", "")
            for name, field in case.get("then", {}).get("properties", {}).items():
                yield from fields(field, f"{place}.{name}({kind})")


def test_no_field_of_a_line_or_view_lacks_its_sentence() -> None:
    """The facts of incidents are fields, too."""
    found = dict(pair for name, schema in definitions().items() for pair in fields(schema, name))
    assert "AnswerLine.facts.seen" in found and "IncidentLine.facts(card_fell).seen" in found
    assert len(found) > 350
    about = {place: field.get("description", "") for place, field in found.items()}
    assert [place for place, text in about.items() if len(text.split()) < 3] == []


def of_1_0() -> set[str]:
    """The fields and words of 1.0.0, read from the schema of its release."""
    return set((Path(__file__).parent / "fields_of_1_0.txt").read_text("utf-8").split())


def fields_and_words() -> set[str]:
    """``SpinView.number``, ``Phase=betting``: every field and word, those of the cases of one kind apart."""
    found: set[str] = set()
    for name, schema in definitions().items():
        for place, field in [(name, schema), *fields(schema, name)]:
            found.add(place)
            words = (word for part in (field, *field.get("anyOf", ())) for word in part.get("enum", ()))
            found |= {f"{place}={word}" for word in words if isinstance(word, str)}
    return {each for each in found if "(" not in each}


def test_each_field_and_word_since_1_0_is_in_the_pages_changelog() -> None:
    """A definition that is new is named by the field that it is of."""
    changes = pages.pages()["protocol.md"].partition("## Changes of the protocol\n")[2]
    before, now = of_1_0(), fields_and_words()
    known = {re.split("[.=]", each)[0] for each in before}
    new = {each for each in now - before if re.split("[.=]", each)[0] in known and re.search("[.=]", each)}
    assert {"View.journal", "DoneLine.counted", "HaltReason=card_set"} <= new
    assert [each for each in sorted(new) if f"`{re.split('[.=]', each)[-1]}`" not in changes] == []


def test_no_field_or_word_of_1_0_is_gone() -> None:
    """A server of 1.0 goes on unchanged: version 1 takes nothing back."""
    assert of_1_0() - fields_and_words() == set()


def test_each_fact_of_an_incident_has_its_sentence_and_no_other() -> None:
    facts = definitions()["AnswerLine"]["properties"]["facts"]["properties"]
    assert descriptions()["Fact"].keys() == facts.keys()


def test_each_prompt_of_the_table_and_each_announcement_has_its_sentence() -> None:
    asked = definitions()["Prompt"]["properties"]["action"]["enum"]
    assert set(permissions.ASKED) <= descriptions()["Action"].keys() == set(asked)
    said = {key.split(".")[0] for key, _ in Words("en").phrases("say.")}
    assert descriptions()["Announcement"].keys() == said - PARTS_OF_ANNOUNCEMENTS


def test_each_line_has_an_example_that_is_right() -> None:
    examples = descriptions()["Example"]
    assert examples.keys() == {str(form.__struct_config__.tag) for form in get_args(lines.AnyLine)}
    form = jsonschema_rs.Draft202012Validator({"$defs": definitions(), "$ref": "#/$defs/Line"})
    for do, example in examples.items():
        assert json.loads(example)["do"] == do and form.is_valid(json.loads(example))
        lines.parse(example.encode())
