"""A language and a game are each a row in a table: no other module asks for one by its name."""

from __future__ import annotations

import ast

from console.base.words import LANGUAGES
from console.table.commands.rulebook_options import USUAL_RULES
from console.table.game import GAMES
from tests.base.words.catalogues import phrases
from tests.house.modules import ROOT, modules, part_of, under
from tests.sources import nodes


def test_no_module_but_the_table_of_languages_asks_for_one_by_its_code() -> None:
    """A language is one row and one catalogue; `USUAL_RULES` names a market's rulebook."""
    asking = [
        f"{module}: {node.value!r}"
        for module in modules()
        if module != "console.base.words.locales"
        for node in nodes(modules()[module])
        if isinstance(node, ast.Constant) and node.value in LANGUAGES
    ]
    assert asking == [f"console.table.commands.rulebook_options: {USUAL_RULES!r}"]


def test_no_module_compares_the_name_of_a_game() -> None:
    """All that varies is a value of the game's row in `console.table.game.games`. A seat's result is no
    game.
    """
    asking = {
        f"{module}:{node.lineno}: {ast.unparse(node)}"
        for module in modules()
        for node in nodes(modules()[module])
        if isinstance(node, ast.Compare | ast.MatchValue)
        if not (isinstance(node, ast.Compare) and ast.unparse(node.left) == "result")
        if any(isinstance(each, ast.Constant) and each.value in GAMES for each in ast.iter_child_nodes(node))
    }
    assert not asking


GAME_ROWS = ("console.table.game.games", "console.table.core.games.registry", "console.table.ui.felt.games")
"""The tables in which each game has a row: what the house knows of it, how a table plays it, how it looks."""


def test_no_module_but_those_of_the_rows_has_a_table_by_the_names_of_games() -> None:
    """Another one would be forgotten with the next game: what it has belongs into a game's row."""
    keyed = {
        f"{module}:{node.lineno}: {each.value!r}"
        for module in modules()
        if module not in GAME_ROWS
        for node in nodes(modules()[module])
        if isinstance(node, ast.Dict | ast.Tuple | ast.List | ast.Set)
        for each in (node.keys if isinstance(node, ast.Dict) else node.elts)
        if isinstance(each, ast.Constant) and each.value in GAMES
    }
    assert not keyed


def test_nothing_below_the_review_and_the_screens_names_a_sign() -> None:
    signs = {f"{file.parent.name}.{file.stem}" for file in (ROOT / "resources" / "signs").rglob("*.svg")}
    signs -= phrases("en").keys()
    assert signs
    naming = {
        f"{module}:{node.lineno}: {node.value}"
        for module in modules()
        if not any(
                under(module, each)
                for each in ("console.supervisor.review", f"console.{part_of(module)}.ui", "console.app")
            )
        for node in nodes(modules()[module])
        if isinstance(node, ast.Constant) and node.value in signs
    }
    assert not naming
