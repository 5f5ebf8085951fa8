"""Pure rules of the games: cards, shoe, rulebooks, stakes; and a room for each game."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.game import duel
    from console.table.game.card_set import UNKNOWN, Cause, SetFinding, copies_in
    from console.table.game.cards import DECK, DECKS, Card, Rank, Suit
    from console.table.game.duel import DragonTigerRules, Duel, Winner
    from console.table.game.games import DOCUMENTED, GAMES, USUAL_GAME, has_wheel
    from console.table.game.incident_cases import Case, Cases, CaseStep, FactText, Result
    from console.table.game.mixing_figure import BEYOND, Kinship, Mixing, mixing
    from console.table.game.rule_values import (
        STAGES, AfterLastHand, BetTime, Code, CutCard, EndSignal, Erratum, Limits, Odds, PickUp, Preparation,
        Preparing, Quickest, ReplacedShoe, Rule, Stakes, Step, TableLimits, WheelCheck,
    )
    from console.table.game.rulebook import (
        LacksGame, Rulebook, RulebookError, UnplayedBets, load_procedures, load_rulebook, present_rulebook,
        rulebook_digest, rulebook_folder, rulebook_ids,
    )
    from console.table.game.rulebook_faults import (
        FaultKind, RulebookFault, Source, digest_of_source, faults_of, form_faults, rulebook_of_source,
        source_of,
    )
    from console.table.game.shoe import CARDS, TRIES, Shoe
    from console.table.game.table_rules import CardRules, TableRules
    from console.table.game.toml_text import NotToml, tables_of, text_of
    from console.table.game.worksheet import Wager, Worksheet, WorksheetRow

__getattr__ = door(__name__)
