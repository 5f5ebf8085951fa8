"""The sentences and examples of the schema: one for each field and value that a view can have."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from typing import get_args

import jsonschema_rs
import pytest

from console.commands.protocol import DESCRIPTIONS, protocol_folder
from console.protocol.asyncapi import SCHEMA_FILE
from console.protocol.json_schema import Descriptions, Schema
from console.table.protocol import lines
from console.table.protocol.permissions import ASKED
from console.words import Words

LISTED = {"Action", "Announcement", "Example", "Line"}
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


def test_no_field_of_a_line_or_view_lacks_its_sentence() -> None:
    lacking = [
        (name, field)
        for name, definition in definitions().items()
        for field, schema in definition.get("properties", {}).items()
        if "description" not in schema
    ]
    assert lacking == []


def test_each_prompt_of_the_table_and_each_announcement_has_its_sentence() -> None:
    asked = definitions()["Prompt"]["properties"]["action"]["enum"]
    assert set(ASKED) <= descriptions()["Action"].keys() == set(asked)
    said = {key.split(".")[0] for key, _ in Words("en").phrases("say.")}
    assert descriptions()["Announcement"].keys() == said - PARTS_OF_ANNOUNCEMENTS


def test_each_line_has_an_example_that_is_right() -> None:
    examples = descriptions()["Example"]
    assert examples.keys() == {str(form.__struct_config__.tag) for form in get_args(lines.AnyLine)}
    form = jsonschema_rs.Draft202012Validator({"$defs": definitions(), "$ref": "#/$defs/Line"})
    for do, example in examples.items():
        assert json.loads(example)["do"] == do and form.is_valid(json.loads(example))
        lines.parse(example.encode())
