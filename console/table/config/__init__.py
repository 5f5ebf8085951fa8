"""A table's configuration: its name, its game and rules, its devices, and its times.

Knows the TOML file of a LIVE table and the values of a simulated one; never opens a device, a journal or the
people's file, and never knows a rule.
"""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.config.checks import BESIDE, check_allowed
    from console.table.config.messages import BADGE_WAYS, FLOOR_WAYS, ConfigError
    from console.table.config import sections
    from console.table.config.table_config import (
        STAND_IN, DeviceConfig, FloorConfig, LinkConfig, ProbeConfig, TableConfig, practice_journals,
        simulated_role, training_config,
    )
    from console.table.config.table_file import file_language, floor_of, form_of, load_config
    from console.table.config.video import SLOTS, Video, is_web, on_paper, slots_of

__getattr__ = door(__name__)
