"""The checks of a table's file that no type can express: what fits its game, its rulebook and each other."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from console.base.plain_text import nearest, without_tokens
from console.base.system import true_place
from console.table.config.messages import WAYS, ConfigError
from console.table.config.sections import DeviceSection, LimitsSection, LinkSection, TableFile
from console.table.config.table_config import TableConfig
from console.table.config.video import SLOTS, is_web, slots_of
from console.table.devices.catalogue import USUAL, DeviceModel
from console.table.devices.line_format import FormatError, lines_of
from console.table.game.games import DOCUMENTED, GAMES, has_wheel
from console.table.game.roulette.rules import RouletteRules
from console.table.game.rule_values import AnyLimits, TableLimits
from console.table.game.rulebook import LacksGame, load_rulebook, rulebook_ids
from console.table.game.toml_text import plain
from console.table.people.errors import PeopleError
from console.table.people.person import check_letters

_LOGGING: Final = {"logging": "debug|info|warning|error"}
_OPTIONS: Final = {
    "socket": _LOGGING,
    "rfc2217": {**_LOGGING, "ign_set_control": ".*", "poll_modem": ".*", "timeout": r"\d+(\.\d+)?"},
    "loop": _LOGGING,
    "spy": {"file": ".+", "color": ".*", "raw": ".*", "all": ".*"},
    "hwgrep": {"n": r"[2-9]|[1-9]\d+", "skip_busy": ".*"},
    "alt": {"class": "Serial|PosixPollSerial|VTIMESerial"},
}
"""By scheme the options that an address may have, each with the pattern of its values.

pyserial has cp2110:// too, which needs a library that the console does not have.
"""
SCHEMES: Final = tuple(_OPTIONS)
"""The schemes that may stand before `://` in a device's url."""
WRITING: Final = ("spy", "alt")
"""The schemes that can write a file named by the url, or load any class of the library: only if allowed."""


BESIDE: Final = frozenset(("LATIN",))
"""The script that may stand beside another language's own in a table's name."""
_MENDED: Final = "write it again, and give the table a journal of its own"
"""The way out: a journal of the old name stays readable, and is not this table's."""


def check_allowed(config: TableConfig, allowed: Collection[str], file: str) -> None:
    """Check that no device's address can write files, unless that is allowed. Raises ConfigError."""
    for at, device in enumerate(config.devices):
        scheme, marked, _ = device.url.partition("://")
        if marked and scheme in WRITING and scheme not in allowed:
            way = f"start with --allow {scheme}, or name a port"
            raise ConfigError(f"{file}: device[{at}].url: {scheme}:// can write files; {way}")


def check_file(name: str, file: TableFile) -> None:
    """Check what the types can't express. Raises ConfigError."""
    _check_name(name, file.name)
    if file.rules not in rulebook_ids():
        raise ConfigError(f"{name}: rules: no rulebook {file.rules!r}; there are {', '.join(rulebook_ids())}")
    _check_game(name, file)
    if not file.device:
        rules = load_rulebook(file.rules).rules_of(file.game)
        if not isinstance(rules, RouletteRules):
            raise ConfigError(f"{name}: device: missing; it is {WAYS['device']}")
        if not rules.dealers_number.allowed:
            clause = rules.dealers_number.clauses[0]
            reason = f"by the rules {file.rules} the dealer says no number ({clause})"
            raise ConfigError(f"{name}: device: missing; {reason}; it is {WAYS['device']} of a wheel")
    for at, device in enumerate(file.device):
        scheme, marked, _ = device.url.partition("://")
        if marked and scheme not in SCHEMES:
            known = ", ".join(f"{one}://" for one in SCHEMES)
            raise ConfigError(f"{name}: device[{at}].url: no way to {scheme}://; a port's name, or {known}")
        if (wrong := _wrong_with(device.url)) is not None:
            raise ConfigError(f"{name}: device[{at}].url: {wrong}; it is {WAYS['device.url']}")
        _check_model(f"{name}: device[{at}]", device)
        role, key = device.is_for, f"{name}: device[{at}].{device.named_by}"
        fitting = GAMES[file.game].devices
        if role not in fitting:
            raise ConfigError(f"{key}: no {role} reads {file.game}; it is {' or '.join(fitting)}")
        if role in (one.is_for for one in file.device[:at]):
            raise ConfigError(f"{key}: {role.value!r} is there already; leave one out")
    if len(set(file.table.shifts)) < len(file.table.shifts):
        raise ConfigError(f"{name}: table.shifts: two shifts start at one time; leave one out")
    if file.table.procedures_off:
        _check_procedures(name, file)
    if file.limits is not None:
        _check_limits(name, file, file.limits)
    if file.studio.video is not None:
        _check_video(name, "studio.video", file.studio.video, file.table.camera)
    if file.studio.video_probe is not None:
        _check_probe(name, file)
    if file.monitoring is not None and not file.monitoring.textfile.endswith(".prom"):
        raise ConfigError(
            f"{name}: monitoring.textfile: no collector reads it; it is {WAYS['monitoring.textfile']}"
        )
    _check_homes(name, file)


def _wrong_with(url: str) -> str | None:
    """The reason why a device's address leads to no device, which a port would try for ever; else None."""
    if url != url.strip():
        return "it has blanks around it"
    scheme, marked, rest = url.partition("://")
    if not marked:
        return None
    place, _, options = rest.partition("&" if scheme == "hwgrep" else "?")
    match scheme:
        case "socket" | "rfc2217":
            wrong = _wrong_with_host(url)
        case "hwgrep":
            wrong = _wrong_with_pattern(place)
        case "spy" | "alt" if "://" in place:
            wrong = f"{scheme}:// leads to a port of this computer alone"
        case _:
            wrong = None
    return wrong or _wrong_with_options(scheme, options)


def _wrong_with_host(url: str) -> str | None:
    try:
        host = urlsplit(url)
        port = host.port
    except ValueError:
        return "no port from 1 to 65535 and no address are in it"
    if not host.hostname:
        return "the host is missing"
    return None if port else "the port is missing"


def _wrong_with_pattern(pattern: str) -> str | None:
    try:
        re.compile(pattern)
    except (re.error, OverflowError) as error:
        return f"no pattern: {error}"
    return None


def _wrong_with_options(scheme: str, options: str) -> str | None:
    for option, value in parse_qsl(options, keep_blank_values=True):
        if not re.fullmatch(_OPTIONS[scheme].get(option, "(?!)"), value):
            return f"no option {plain(f'{option}={value}' if value else option)!r}"
    return None


def _check_name(name: str, table: str) -> None:
    """Check a table's name as a person's, but with Latin beside Japanese letters, as in ``VIPテーブル``."""
    try:
        check_letters(table, BESIDE)
    except PeopleError as error:
        raise ConfigError(f"{name}: name: {table!a}: {error}; {_MENDED}") from error
    if table != table.strip():
        raise ConfigError(f"{name}: name: {table!a}: it has spaces around it; {_MENDED}")


def _check_game(name: str, file: TableFile) -> None:
    """Check that the game may be played LIVE, and that its rulebook has it."""
    key, known = f"{name}: game", GAMES.get(file.game)
    if known is None:
        near = nearest(file.game, DOCUMENTED)
        way = f"it is {WAYS['game']}" if near is None else f"did you mean {near}?"
        raise ConfigError(f"{key}: can't be {plain(file.game)!r}; {way}")
    if known.is_example:
        reason = f"{file.game} is the house's own example, for TRAINING alone"
        raise ConfigError(f"{key}: {reason}; a LIVE table's is {WAYS['game']}")
    try:
        load_rulebook(file.rules).rules_of(file.game)
    except LacksGame as error:
        raise ConfigError(f"{key}: {error}") from None


def _check_model(place: str, device: DeviceSection) -> None:
    """Check that the device has one role, and that its model is one of that role's."""
    if device.role is None and device.name is None:
        raise ConfigError(f"{place}.role: missing; it is {WAYS['device.role']}")
    if device.role is not None and device.name is not None:
        raise ConfigError(f"{place}.name: role says it already; leave name out")
    if device.model is not None and device.is_for not in device.model.made.roles:
        there = ", ".join(model for model in DeviceModel if device.is_for in model.made.roles)
        raise ConfigError(
            f"{place}.model: no {device.is_for} is of the model {device.model}; there are {there}"
        )
    made = (device.model or USUAL[device.is_for]).made
    if not made.groups:
        for key, given in (("pattern", device.pattern), ("ranks", device.ranks), ("suits", device.suits)):
            if given is not None:
                there = " or ".join(model for model in DeviceModel if model.made.groups)
                raise ConfigError(f"{place}.{key}: only a device of the model {there} has one; leave it out")
        return
    try:
        lines_of(device.format, made.groups)
    except FormatError as error:
        key = re.sub(r"[\[.].*", "", error.key)
        raise ConfigError(f"{place}.{error}; it is {WAYS[f'device.{key}']}") from None


def _check_limits(name: str, file: TableFile, limits: LimitsSection) -> None:
    """Check that the limits are ranges, of bets that this table has, and within the rule document's own."""
    rules = load_rulebook(file.rules).rules_of(file.game)
    there = rules.limited_bets
    if limits.top_win is not None and has_wheel(file.game):
        raise ConfigError(f"{name}: limits.top_win: no win is limited at {file.game}; leave the key out")
    for bet in limits.bets or {}:
        if bet not in there:
            way = f"there are {', '.join(there)}" if there else "leave bets out"
            reason = f"no stakes of its own for {plain(bet)!r} at {file.game} by the rules {file.rules}"
            raise ConfigError(f"{name}: limits.bets: {reason}; {way}")
    for bet, stakes in {"": limits.table_limits.of(""), **limits.table_limits.bets}.items():
        key = f"limits.bets.{bet}" if bet else "limits"
        if stakes.lowest > stakes.highest:
            raise ConfigError(f"{name}: {key}.highest: {stakes.highest} is below the lowest; exchange them")
    if rules.limits is not None:
        _check_within(name, rules.limits, limits.table_limits)


def _check_within(name: str, allowed: AnyLimits, limits: TableLimits) -> None:
    """Check that a table's limits lie within those that its rule document names (LT-BAC-10)."""
    clause = allowed.clauses[0]
    if limits.currency != allowed.currency:
        there = allowed.currency
        raise ConfigError(f"{name}: limits.currency: {clause} has its limits in {there}; write {there}")
    for bet in allowed.ranges | limits.bets:
        least, most = allowed.of(bet), limits.of(bet)
        key = f"limits.bets.{bet}" if bet in limits.bets else "limits"
        of = f" for {bet}" if bet else ""
        if most.lowest < least.lowest:
            reason = f"{most.lowest} is less than {clause} allows{of}; it is {least.lowest} or more"
            raise ConfigError(f"{name}: {key}.lowest: {reason}")
        if most.highest > least.highest:
            reason = f"{most.highest} is more than {clause} allows{of}; it is {least.highest} or less"
            raise ConfigError(f"{name}: {key}.highest: {reason}")
    most_won = getattr(allowed, "top_win", None)
    if most_won is not None and (limits.top_win is None or limits.top_win > most_won):
        reason = "missing" if limits.top_win is None else f"{limits.top_win} is more than {clause} allows"
        raise ConfigError(f"{name}: limits.top_win: {reason}; it is {most_won} or less")


def _check_probe(name: str, file: TableFile) -> None:
    """Check the question for a picture: its answer proves camera and minute, and its secret stays one."""
    studio, key = file.studio, "studio.video_probe"
    assert studio.video_probe is not None, "asked before"
    secret = WAYS["studio.video_probe_secret"]
    if "@" in urlsplit(studio.video_probe).netloc:
        raise ConfigError(
            f"{name}: {key}: the address can't hold a user or password; video_probe_secret is {secret}"
        )
    _check_video(name, key, studio.video_probe, file.table.camera)
    slots = slots_of(studio.video_probe)
    if "camera" not in slots or not {"time", "seconds"} & {*slots}:
        raise ConfigError(f"{name}: {key}: no {{camera}}, or no {{time}} or {{seconds}}; it is {WAYS[key]}")
    parts = urlsplit(studio.video_probe)
    if without_tokens(studio.video_probe) != studio.video_probe:
        raise ConfigError(
            f"{name}: {key}: a query value is named like a secret or looks like one, and the address is no "
            f"place for it; video_probe_secret is {secret}"
        )
    here = parts.hostname in ("127.0.0.1", "::1", "localhost")
    if parts.scheme == "http" and studio.video_probe_secret is not None and not here:
        raise ConfigError(f"{name}: {key}: over http anyone could read the secret; write https://")


def _check_video(name: str, named: str, address: str, camera: str | None) -> None:
    """Check that every slot of the address is a known one, and that the filled address can be opened."""
    key, there = f"{name}: {named}", ", ".join(f"{{{slot}}}" for slot in SLOTS)
    try:
        slots = slots_of(address)
    except ValueError as error:
        raise ConfigError(f"{key}: {error}; there are {there}") from None
    for slot in slots:
        if slot not in SLOTS:
            raise ConfigError(f"{key}: no slot {{{slot}}}; there are {there}")
    if not is_web(address):
        raise ConfigError(f"{key}: no address to open; it is {WAYS[named]}")
    if "@" in urlsplit(address).netloc:
        raise ConfigError(
            f"{key}: papers print the address, so it can't hold a user or password; "
            f"leave out what stands before the @ and let the recorder ask for it"
        )
    if "camera" in slots and camera is None:
        raise ConfigError(f"{name}: table.camera: missing, {named} names it; it is {WAYS['table.camera']}")


def _check_homes(name: str, file: TableFile) -> None:
    """Check that a path beginning with ``~somebody`` names somebody whom the system knows."""
    link = file.link or LinkSection("")
    paths = {
        "journal": file.journal,
        "people": file.people,
        "pepper": file.pepper,
        "exports": file.exports,
        "monitoring.textfile": file.monitoring.textfile if file.monitoring else None,
        "link.ca": link.ca,
        "link.token_file": link.token_file,
        "software.key": file.software.key,
        "studio.video_probe_secret": file.studio.video_probe_secret,
        "studio.video_probe_ca": file.studio.video_probe_ca,
    }
    for key, path in paths.items():
        check_home(name, key, path)


def check_home(name: str, key: str, path: str | None) -> None:
    """Check that a key's path begins with no unknown person's home. Raises ConfigError."""
    try:
        Path(path or "").expanduser()
    except RuntimeError:
        raise ConfigError(f"{name}: {key}: nobody here has the home of {path!r}; write it out") from None


def check_exports(name: str, config: TableConfig) -> None:
    """Check that the exports' folder holds none of the table's own files. Raises ConfigError."""
    if config.exports is None:
        return
    own = {true_place(path.parent) for path in (config.journal, config.people) if path is not None}
    if true_place(config.exports) in own:
        key = f"{name}: exports"
        raise ConfigError(f"{key}: the journal or the people are kept there; name another folder")


def _check_procedures(name: str, file: TableFile) -> None:
    """Check that only house procedures are turned off, and no rule of the table's own document."""
    kinds = load_rulebook(file.rules).rules_of(file.game).incidents.kinds
    cases = (case for cases in kinds.values() for case in cases)
    house = {case.clause for case in cases if case.basis == "house" and case.clause}
    for clause in file.table.procedures_off:
        if clause not in house:
            there = ", ".join(sorted(house))
            key = f"{name}: table.procedures_off"
            raise ConfigError(f"{key}: {clause!r} is no house procedure; there are {there}")
