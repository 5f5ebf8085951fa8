"""The reading of a table's TOML file: its form, its checks, and its values as the table uses them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import time
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import msgspec

from console.base.system import content_of, others_write
from console.base.words import LANGUAGES
from console.table.config import sections, table_config
from console.table.config.checks import check_exports, check_file, check_home
from console.table.config.messages import WAYS, ConfigError, explained
from console.table.config.video import Video
from console.table.core.showing.screen_values import Mode
from console.table.devices.catalogue import USUAL
from console.table.game.toml_text import NotToml, tables_of, text_of
from console.table.people.file import default_path

Form = TypeVar("Form", bound=msgspec.Struct)


def load_config(path: Path) -> table_config.TableConfig:
    """The LIVE table that a TOML file describes. Raises ConfigError with file, key and way out."""
    file = form_of(path, sections.TableFile, WAYS, "a table's TOML file")
    check_file(path.name, file)
    config = _configured(path.name, file, path.parent)
    check_exports(path.name, config)
    with suppress(OSError):  # the file was there a moment ago
        return msgspec.structs.replace(config, digest=sha256(content_of(path)).hexdigest())
    return config


def form_of(path: Path, form: type[Form], ways: Mapping[str, str], what: str) -> Form:
    """The contents of a TOML file, in its form. Raises ConfigError. ``ways`` says of each key what it may
    hold, ``what`` which file to name instead of one that can't be read.
    """
    try:
        text = text_of(path)  # read first, since it may be no file at all
        _check_own(path)
        tables = tables_of(text)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ConfigError(f"{path}: can't be read: {reason}; name {what}") from error
    except NotToml as error:
        raise ConfigError(f"{path.name}: not TOML: {error}; mend the file there") from error
    try:
        return msgspec.convert(tables, form)
    except RecursionError as error:
        raise ConfigError(f"{path.name}: not TOML: it is nested too deeply; mend the file there") from error
    except msgspec.ValidationError as error:
        raise ConfigError(explained(path.name, str(error), ways)) from error


def floor_of(name: str, section: sections.FloorSection, folder: Path) -> table_config.FloorConfig:
    """The floor that a file names; the file's relative paths are ``folder`` it. Raises ConfigError."""
    if section.password_file is None and not section.address.startswith("/"):
        raise ConfigError(f"{name}: floor.password_file: missing; it is a path, or address a socket's folder")
    for key, path in (("floor.password_file", section.password_file), ("floor.ca", section.ca)):
        check_home(name, key, path)
    password, ca = _beside(folder, section.password_file), _beside(folder, section.ca)
    return table_config.FloorConfig(
        section.address, section.account, password, ca, section.table, section.database, section.place
    )


def _beside(folder: Path, path: str | None) -> Path | None:
    """The path that a file in this folder names; a relative one begins there."""
    return folder / Path(path).expanduser() if path else None


def _table_floor(name: str, section: sections.TableFloorSection, folder: Path) -> table_config.FloorConfig:
    """The floor that a table's file names, and its witness. Raises ConfigError."""
    floor = floor_of(name, section, folder)
    given = {"notes": section.notes, "witness": section.witness}
    for key, path in given.items():
        if path is None and any(given.values()):
            raise ConfigError(f"{name}: floor.{key}: missing; it is {WAYS[f'floor.{key}']}")
        check_home(name, f"floor.{key}", path)
    notes, witness = (_beside(folder, path) for path in given.values())
    return msgspec.structs.replace(floor, notes=notes, witness=witness)


def file_language(path: Path | None) -> str | None:
    """The language that a table's file names, as far as that is readable; None if it names none of ours."""
    try:
        written = content_of(path).decode("utf-8-sig", "replace") if path is not None else ""
    except OSError:
        return None
    named = re.search(r'^\s*language\s*=\s*["\'](\w+)["\']', written, re.MULTILINE)
    return named[1] if named and named[1] in LANGUAGES else None


def _check_own(path: Path) -> None:
    """Check that nobody else can change the file, which says whom the table trusts. Raises ConfigError."""
    if others_write(path.stat()):
        from shlex import quote  # seldom needed: few files can be written by others

        command = f"chmod go-w {quote(str(path))}"
        raise ConfigError(f"{path.name}: others can change it; make it yours alone: {command}")


def _configured(file_name: str, file: sections.TableFile, folder: Path) -> table_config.TableConfig:
    """The file's values as the table uses them; a relative path is beside the file."""
    table = file.table
    monitoring = file.monitoring
    return table_config.TableConfig(
        mode=Mode.LIVE,
        name=file.name,
        game=file.game,
        rules=file.rules,
        language=file.language,
        journal=_beside(folder, file.journal) or _journal_of(file.name),
        people=_beside(folder, file.people) or default_path(),
        devices=tuple(map(_attached, file.device)),
        banker_left=table.banker_side == "left",
        seat_1_left=table.seat_1_side == "left",
        shifts=tuple(sorted(time.fromisoformat(start) for start in table.shifts)),
        badges=file.badges.form if file.badges else None,
        keyboard=file.screen.keyboard,
        numlock=file.screen.numlock,
        touch=file.screen.touch,
        derived_roads=file.screen.derived_roads,
        pepper=_beside(folder, file.pepper),
        limits=file.limits.table_limits if file.limits else None,
        link=_linked(file.link, folder) if file.link else None,
        floor=_table_floor(file_name, file.floor, folder) if file.floor else None,
        monitoring=None
        if monitoring is None
        else table_config.MonitoringConfig(folder / Path(monitoring.textfile).expanduser(), monitoring.every),
        exports=_beside(folder, file.exports),
        casino=file.studio.casino,
        video=_video_of(file),
        probe=_probe_of(file, folder),
        refuses_changed=file.software.changed == "refuse",
        release_key=_beside(folder, file.software.key),
        **{name: getattr(table, name) for name in sections.TableSettings.__struct_fields__},
    )


def _linked(link: sections.LinkSection, folder: Path) -> table_config.LinkConfig:
    ca, token = _beside(folder, link.ca), _beside(folder, link.token_file)
    return table_config.LinkConfig(link.url, ca, token, link.table, link.plain_ok)


def _video_of(file: sections.TableFile) -> Video | None:
    address, table = file.studio.video, file.table
    return Video(address, file.name, table.camera or "", table.video_lead) if address else None


def _probe_of(file: sections.TableFile, folder: Path) -> table_config.ProbeConfig | None:
    studio = file.studio
    if studio.video_probe is None:
        return None
    secret, ca = (_beside(folder, name) for name in (studio.video_probe_secret, studio.video_probe_ca))
    video = Video(studio.video_probe, file.name, file.table.camera or "", lead=0)
    return table_config.ProbeConfig(video, studio.video_probe_camera, studio.video_probe_time, secret, ca)


def _journal_of(name: str) -> Path:
    """A table's journal: the letters and digits of the table's name make the file's."""
    file = re.sub(r"[^\w-]+", "-", name.casefold())
    return table_config.data_folder() / "journals" / f"{file}.db"


def _attached(device: sections.DeviceSection) -> table_config.DeviceConfig:
    """The device of the file, with its model's values for whatever the file leaves out."""
    model = device.model or USUAL[device.is_for]
    quiet = model.made.never_quiet if device.silent_after is None else device.silent_after
    baud = device.baud or model.made.baud
    return table_config.DeviceConfig(
        device.is_for, device.url, model, baud, device.serial, quiet, device.format
    )
