"""The game that a journal was played by: the rulebook that it names, as this console has it."""

from pathlib import Path

from console.table.core.games.game import Game
from console.table.core.games.registry import game_of
from console.table.game.rulebook import Rulebook, RulebookError, load_rulebook, rulebook_ids
from console.table.journal import Identity, JournalError
from console.table.journal.reader import review


class RulesMissing(JournalError):
    """The rulebook that a journal names, or its game, is missing here: no entry can be replayed."""

    key = "journal.rules_missing"

    def __init__(self, path: Path, rules: str) -> None:
        super().__init__(path, f"this console does not have the rulebook {rules} or its game", rules=rules)


class RulesUnusable(RulesMissing):
    """The rulebook that a journal names is here and has a mistake, which ``console rulebook check`` names."""

    key = "trial.refused.old_rules"


def rulebook_of_journal(path: Path, identity: Identity) -> Rulebook:
    """The rulebook that the journal at ``path`` names. Raises RulesMissing."""
    try:
        return load_rulebook(identity.rules)
    except RulebookError as error:
        kind = RulesUnusable if identity.rules in rulebook_ids() else RulesMissing
        raise kind(path, identity.rules) from error


def game_of_journal(path: Path, identity: Identity) -> Game:
    """The game of the journal at ``path`` by the rulebook that it names. Raises RulesMissing."""
    try:
        return game_of(rulebook_of_journal(path, identity), identity.game)
    except ValueError as error:  # no rules for the game, or no game of this name
        raise RulesMissing(path, identity.rules) from error


def game_at(path: Path) -> Game:
    """The game of the journal at ``path``. Raises JournalError, RulesMissing among them."""
    with review(path) as journal:
        identity = journal.identity
    return game_of_journal(path, identity)


def is_wheel(path: Path) -> bool:
    """Whether a journal's game has no cards."""
    return game_at(path).cards is None
