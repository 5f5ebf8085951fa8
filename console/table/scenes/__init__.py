"""The scenes that ship with the console: what a table must show, line by line, and the player of scenes.

A scene is written from the rules and read by people first. It is played at a table in memory, by the rulebook
in question: no window, no device and no file is needed. The suite plays the same files. The rows of the rule
documents' own decision table are played in the same way.
"""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.scenes.decision_play import REPORTER, UnreachableMoment, at_moment, play_decision
    from console.table.scenes.rule_tables import Clause, Decision, DecisionRow, clauses, clauses_of, rows_of
    from console.table.scenes.scene_file import (
        Scene, SceneDiffers, SceneError, scene_folder, scenes_of, shipped_scenes,
    )
    from console.table.scenes.scene_player import TableMaker, play
    from console.table.scenes.table_in_memory import Seen, TableInMemory
    from console.table.scenes.terms import sent_by

__getattr__ = door(__name__)
