"""The care of a table's files: opening, salvaging, watching, sealing, verifying, and missing ones."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.custody.belongings import Allowance, Belonging, FileTrouble, Missing, kept_files
    from console.table.custody.harm_watch import Harm, HarmWatch
    from console.table.custody.journal_game import (
        RulesMissing, game_at, game_of_journal, is_wheel, rulebook_of_journal,
    )
    from console.table.custody.life_sign import LifeSign, last_answer
    from console.table.custody.shift_seals import ShiftSeals, make_key
    from console.table.custody import software_watch
    from console.table.custody.start_mark import LIVES, StartMark
    from console.table.custody.table_opening import (
        UNNAMED, OpenedSession, at_a_terminal, journal_origin, make_folder, note_older_files, open_session,
        origin_of, refuse_in_play, refuse_terminals,
    )
    from console.table.custody import verdict

__getattr__ = door(__name__)
