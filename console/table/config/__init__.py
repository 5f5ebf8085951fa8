"""A table's configuration: its name, its game and rules, its devices, and its times.

Knows the TOML file of a LIVE table and the values of a simulated one; never opens a device, a journal or the
people's file, and never knows a rule.
"""

from console.table.config.checks import SCHEMES, WRITING, check_allowed
from console.table.config.messages import BADGE_WAYS, FLOOR_WAYS, ConfigError
from console.table.config.sections import RATES, BadgesSection, ConfigSection, FloorSection
from console.table.config.table_config import (
    STAND_IN,
    DeviceConfig,
    FloorConfig,
    LinkConfig,
    MonitoringConfig,
    ProbeConfig,
    TableConfig,
    simulated_role,
    training_config,
)
from console.table.config.table_file import file_language, floor_of, form_of, load_config

__all__ = [
    "BADGE_WAYS",
    "FLOOR_WAYS",
    "RATES",
    "SCHEMES",
    "STAND_IN",
    "WRITING",
    "BadgesSection",
    "ConfigError",
    "ConfigSection",
    "DeviceConfig",
    "FloorConfig",
    "FloorSection",
    "LinkConfig",
    "MonitoringConfig",
    "ProbeConfig",
    "TableConfig",
    "check_allowed",
    "file_language",
    "floor_of",
    "form_of",
    "load_config",
    "simulated_role",
    "training_config",
]
