"""The recipe of TypeScript types, and the module that is checked by them.

Node runs the module where it is found. The generator and the compiler are used where they are installed:
nothing is fetched, so that elsewhere the types themselves are not tried.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from console.supervisor.commands.protocol import protocol_folder
from console.supervisor.protocol.asyncapi import SCHEMA_FILE
from console.table.game import DOCUMENTED
from tests.handbook import pages
from tests.table.core.tables import Driven

PAGE = "protocol.md"
NODE, GENERATOR, COMPILER = (shutil.which(name) for name in ("node", "json2ts", "tsc"))
ASKING = """\
import { createInterface } from "node:readline";
import { due } from "./due.mjs";
for await (const line of createInterface({ input: process.stdin }))
    console.log(JSON.stringify(due(JSON.parse(line))));
"""


def module() -> str:
    (found,) = (block.text for block in pages.blocks(PAGE, pages.pages()[PAGE], "js"))
    assert found.startswith("// due.mjs\n")
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "due.mjs").write_text(module(), "utf-8")
    return tmp_path


@pytest.fixture
def asked(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """The module in Node: a view a line in, its answer a line out."""
    (folder / "asking.mjs").write_text(ASKING, "utf-8")
    command = (str(NODE), "asking.mjs")
    with subprocess.Popen(
        command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as there:
        yield there
        there.terminate()


def of_people(view: dict[str, Any], chance: Random) -> dict[str, Any] | None:
    """The line of people or devices at this view; None if nothing is due from them."""
    match view["prompt"]["action"]:
        case "deal":
            return {"do": "card", "card": chance.choice("23456789TJQKA") + chance.choice("SHDC")}
        case "spin":
            return {"do": "spin", "turns": 5, "direction": "against", "by": "D1"}
        case "await_number":
            return {"do": "number", "number": chance.randrange(37), "source": "reader"}
        case "announce" | "collect":
            return {"do": "done", "by": "D1"}
        case _:
            return None


@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.parametrize("game", [game for game in DOCUMENTED if game != "blackjack"])
def test_the_module_leads_a_table_from_round_to_round(game: str, asked: subprocess.Popen[str]) -> None:
    assert asked.stdin is not None and asked.stdout is not None
    table, chance = Driven("sv", game=game), Random(1)
    view = table.view()
    for _ in range(60):
        print(json.dumps(view), file=asked.stdin, flush=True)
        answer = json.loads(asked.stdout.readline())
        line = answer or of_people(view, chance)
        assert line is not None and (answer is None or of_people(view, chance) is None)
        view = table.take(line)
        assert view["accepted"], view["why"]
    assert int(view["round"]["id"].rpartition("-")[2]) > 3


@pytest.mark.skipif(NODE is None or None in (GENERATOR, COMPILER), reason="json2ts and tsc are not installed")
@pytest.mark.parametrize(("right", "wrong"), [("", ""), ('"closed"', '"ajar"'), ("view.bets", "view.beds")])
def test_the_types_of_the_recipe_take_the_module_and_no_misspelt_one(
    right: str, wrong: str, folder: Path
) -> None:
    (recipe,) = (
        line for line in pages.pages()[PAGE].splitlines() if line.startswith("npx json-schema-to-typescript ")
    )
    options = [word for word in recipe.split() if word.startswith("--")]
    made = subprocess.run(
        [str(GENERATOR), *options, str(protocol_folder() / SCHEMA_FILE)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    (folder / "protocol.ts").write_text(made.stdout, "utf-8")
    text = module()
    assert right in text
    (folder / "due.mjs").write_text(text.replace(right, wrong), "utf-8")
    checked = subprocess.run(
        [str(COMPILER), "--noEmit", "--strict", "--allowJs", "--checkJs", "--target", "es2022", "due.mjs"],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (checked.returncode == 0) is (wrong == ""), checked.stdout
