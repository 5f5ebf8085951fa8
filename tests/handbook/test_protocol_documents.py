"""The protocol's schema and the link's description, as the console comes with them."""

from __future__ import annotations

import json
from functools import partial

import jsonschema_rs
import pytest

from console.supervisor.commands.protocol import DOCUMENTS, protocol_folder, schema_text
from console.supervisor.protocol.asyncapi import SCHEMA_FILE
from console.table.core import permissions
from tests.command_lines import run

main = partial(run, "protocol")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_document_is_what_types_and_handbook_say(name: str) -> None:
    written = (protocol_folder() / name).read_text("utf-8")
    assert written == schema_text(of_link=DOCUMENTS[name]), "python3 -m tests handbook --write"


def test_the_command_prints_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out)["$defs"]["BetsLine"]["properties"]["state"]["enum"]
    assert main(["schema", "--asyncapi"]) == 0
    assert json.loads(capsys.readouterr().out)["asyncapi"] == "3.0.0"


def test_over_the_link_come_the_lines_that_a_server_may_send() -> None:
    link = json.loads(schema_text(of_link=True))
    schema = json.loads((protocol_folder() / SCHEMA_FILE).read_bytes())
    names = [each["$ref"].rpartition("/")[2] for each in link["operations"]["take"]["messages"]]
    assert {schema["$defs"][name]["properties"]["do"]["const"] for name in names} == {
        do for do, permission in permissions.PERMISSIONS.items() if permissions.Party.SERVER in permission.may
    }


def test_every_message_has_its_form_in_the_schema() -> None:
    link = json.loads(schema_text(of_link=True))
    schema = json.loads((protocol_folder() / SCHEMA_FILE).read_bytes())
    for message in link["components"]["messages"].values():
        file, _, place = message["payload"]["schema"]["$ref"].partition("#/$defs/")
        assert file == SCHEMA_FILE and place in schema["$defs"]


def test_every_message_has_an_example_of_its_form() -> None:
    link = json.loads(schema_text(of_link=True))
    schema = json.loads((protocol_folder() / SCHEMA_FILE).read_bytes())
    for name, message in link["components"]["messages"].items():
        form = jsonschema_rs.Draft202012Validator({"$defs": schema["$defs"], "$ref": f"#/$defs/{name}"})
        assert message["examples"]
        for example in message["examples"]:
            form.validate(example["payload"])
    assert '{"v":1,"hello":"dealer-console"' in link["info"]["description"]


def test_the_lines_that_are_taken_are_described_without_those_of_the_table() -> None:
    link = json.loads(schema_text(of_link=True))
    told = link["operations"]["take"]["description"]
    assert "`seats`" in told
    others = [do for do, each in permissions.PERMISSIONS.items() if permissions.Party.SERVER not in each.may]
    assert [do for do in others if f"`{do}`" in told] == []
