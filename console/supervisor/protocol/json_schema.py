"""The table protocol as JSON Schema 2020-12, from the types by which the console reads and writes its lines.

The caller gives the sentences about fields and values, by the names of the definitions. :data:`_CHECKED` has
a line's conditions beyond the types of its fields. It knows no game: the rulebooks give the kinds of incident
with their facts, and the actions of prompts.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from console.base.system import read_json
from console.table.core import Action, HaltReason, PreviousRound, editions, game_of, lines
from console.table.game import CARDS, GAMES, Case, FactText, Result, Rulebook, TableRules
from console.table.incidents import DRAWN, KIND, UNASKED, Moment, facts_of, optional_facts, span
from console.table.link import Hello
from console.table.scenes import TableInMemory
from console.table.words import OutputLine

Schema = dict[str, Any]

Descriptions = Mapping[str, Mapping[str, str]]
"""The sentences about each definition's fields or values, by its name."""

_EXAMPLES: Final = "Example"
"""The name under which the descriptions have an example of each line."""

_WAGER: Final = "Wager"
"""The name under which the descriptions have the fields of every form of a bet."""

_OWN_SEEN: Final[Schema] = {
    "if": {"properties": {"by": {"type": "string"}}, "required": ["by"]},
    "then": {"properties": {"seen": {"anyOf": [{"$ref": "#/$defs/SeenView"}, {"type": "null"}]}}},
}
"""Only a person's line says what was seen; on a device's reading ``seen`` is an unknown field."""

_CHECKED: Final[Mapping[type, Schema]] = {
    lines.CardLine: _OWN_SEEN,
    lines.CutCard: _OWN_SEEN,
    lines.Number: {
        "allOf": [
            _OWN_SEEN,
            {
                "if": {"properties": {"source": {"const": "dealer"}}},
                "then": {"properties": {"by": {"type": "string"}}, "required": ["by"]},
            },
        ]
    },
}
"""The conditions between the fields of a line."""


def protocol_schema(rulebooks: Sequence[Rulebook], descriptions: Descriptions) -> Schema:
    """The schema of every line in, every view out by its game, and the hello of the link. The lines and views
    may name the kinds of incident, facts and steps of ``rulebooks``.
    """
    types = _Types(descriptions)
    rules = {game: found for game in GAMES if (found := _rules(rulebooks, game))}
    forms = [types.of(form) for form in get_args(lines.AnyLine)]
    for do, example in descriptions[_EXAMPLES].items():
        types.defs[line_name(do)]["examples"] = [read_json(example)]
    types.defs["Line"] = {"description": "A line in.", "oneOf": forms}
    types.defs[_WAGER] = _wager(types)
    types.defs["SettleLine"]["properties"]["bets"]["items"] = {"$ref": f"#/$defs/{_WAGER}"}
    types.of(OutputLine)
    types.of(Hello)
    every = [each for found in rules.values() for each in found]
    _name_reports(types, rules)
    _name_answers(types, every)
    for game in rules:
        types.defs[_view_name(game)] = _view(types, rulebooks[0], game)
    views_out = [_view_name(game) for game in rules]
    greeting = Hello(
        edition=editions.EDITION, table="Table 7", journal=_JOURNAL, token="what the token's file holds"
    )
    types.defs["Hello"]["examples"] = [msgspec.to_builtins(greeting)]
    for game in rules:
        types.defs[_view_name(game)]["examples"] = [
            TableInMemory(rulebooks[0], game=game, journal_id=_JOURNAL).take({"do": "bets", "state": "open"})
        ]
    for do in ("bets", "view"):
        types.defs[line_name(do)]["properties"]["trial"] = _TRIAL
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:dealer-console:table-protocol:1",
        "title": "Table protocol",
        "description": (
            "The table protocol of dealer-console, version 1. Lines in: $defs/Line. "
            "Views out, by the game of the table: "
            f"{', '.join(f'$defs/{name}' for name in views_out)}. The first line of the game server's link: "
            "$defs/Hello. An integer is written without a fraction: 17, not 17.0, which a validator takes "
            "and the table refuses. A field that is not described is ignored; x-language marks a text, and "
            "says whose language it is in: the person's at the table, the market's, or English. It is the "
            "one keyword beside JSON Schema's own: name it to a strict validator."
        ),
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in ("Line", *views_out, "Hello")],
        "$defs": {name: _typed(found) for name, found in sorted(types.defs.items())},
    }


_TRIAL: Final[Schema] = {
    "description": "Only in the answer to a view with `trial`: its `ask`. The table takes no such line.",
    "type": "integer",
}

_TYPES: Final = {
    "object": {"properties", "required", "additionalProperties", "maxProperties"},
    "array": {"items", "minItems", "maxItems", "uniqueItems"},
    "integer": {"minimum", "maximum"},
    "string": {"pattern", "minLength", "maxLength"},
}
"""The keywords that say something of values of one type, by that type."""
_OF_VALUES: Final[dict[type, str]] = {str: "string", bool: "boolean", int: "integer"}


def _typed(schema: Any) -> Any:
    """The schema with a type beside each keyword that needs one, as strict validators require."""
    if isinstance(schema, list):
        return [_typed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    named = {
        key: {name: _typed(each) for name, each in value.items()} if key == "properties" else _typed(value)
        for key, value in schema.items()
        if key not in ("enum", "const", "examples")
    } | {key: schema[key] for key in ("enum", "const", "examples") if key in schema}
    own = [kind for kind, keywords in _TYPES.items() if keywords & schema.keys()]
    values = schema.get("enum", [schema["const"]] if "const" in schema else [])
    own += {_OF_VALUES[type(value)] for value in values if type(value) in _OF_VALUES} if values else []
    is_one = len(own) == 1 and all(type(value) in _OF_VALUES for value in values)
    return {"type": own[0]} | named if is_one and "type" not in schema else named


class _Types:
    def __init__(self, descriptions: Descriptions) -> None:
        self._descriptions = descriptions
        self.defs: dict[str, Schema] = {}
        self._named: dict[str, type] = {}

    def of(self, kind: Any) -> Schema:
        """The schema of a type; a reference for one that has a name."""
        origin, parts = get_origin(kind), get_args(kind)
        if origin is Annotated:
            schema = self.of(parts[0])
            return schema | _limits(parts[1:], of_items=schema.get("type") == "array")
        if origin in (Union, UnionType):
            members = [self.of(part) for part in parts if part is not msgspec.UnsetType]
            return members[0] if len(members) == 1 else {"anyOf": members}
        if origin is Literal:
            # typing keeps one object for literals that differ only in their order.
            return {"enum": sorted(parts)} if len(parts) > 1 else {"const": parts[0]}
        if origin in (list, tuple):
            return {"type": "array", "items": self.of(parts[0])}
        if origin is not None and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.of(parts[1])}
        return dict(_SIMPLE[kind]) if kind in _SIMPLE else self._reference(kind)

    def listed(self, name: str, sentence: str, values: Iterable[str] | None) -> Schema:
        """Words with their descriptions of this name; all that it has without ``values``."""
        about = self._descriptions[name]
        words = [str(value) for value in (about if values is None else values)]
        return {"description": _described(sentence, words, about), "type": "string", "enum": words}

    def facts(self, values: Mapping[str, Schema]) -> Schema:
        """The facts of an incident, each with its sentence and values; no other fact."""
        about = self._descriptions["Fact"]
        facts = {name: {"description": about[name], **schema} for name, schema in values.items()}
        return {"type": "object", "properties": facts, "additionalProperties": False}

    def _reference(self, kind: type[Enum] | type[msgspec.Struct]) -> Schema:
        name = _name(kind)
        if self._named.setdefault(name, kind) is not kind:
            raise ValueError(f"two types are named {name}: {kind} and {self._named[name]}")
        if name not in self.defs:
            self.defs[name] = {}  # a type may refer to itself
            self.defs[name] = self._enum(kind) if issubclass(kind, Enum) else self._struct(kind)
        return {"$ref": f"#/$defs/{name}"}

    def _enum(self, kind: type[Enum]) -> Schema:
        values = [each.value for each in kind]
        about = self._descriptions.get(_name(kind), {})
        return {"description": _described(_summary(kind), values, about), "type": "string", "enum": values}

    def _struct(self, kind: type[msgspec.Struct]) -> Schema:
        fields = self.fields_of(kind)
        if issubclass(kind, lines.Line):
            do = kind.__struct_config__.tag
            of_name = {"description": self._descriptions["Line"]["do"], "const": do}
            fields["properties"] = {"do": of_name, **fields["properties"]}
            fields["required"].insert(0, "do")
        return {"description": _summary(kind), **fields, **_CHECKED.get(kind, {})}

    def fields_of(self, kind: type[msgspec.Struct]) -> Schema:
        hints = get_type_hints(kind, include_extras=True)
        about = self._sentences_of(kind)
        is_read = issubclass(kind, lines.Line) or kind in lines.FORMS.values()
        properties, required = dict[str, Schema](), list[str]()
        for field in msgspec.structs.fields(kind):
            name = field.encode_name
            # Null counts as left out.
            hint = hints[field.name] | None if is_read and not field.required else hints[field.name]
            schema = {} if name == "seen" and kind in _CHECKED else self.of(hint)
            properties[name] = ({"description": about[name]} if name in about else {}) | schema
            if field.required if is_read else not _is_left_out(kind, field):
                required.append(name)
        return {"type": "object", "properties": properties, "required": required}

    def _sentences_of(self, kind: type[msgspec.Struct]) -> dict[str, str]:
        """The sentences about the type's fields, inherited ones too."""
        of_all = "Line" if issubclass(kind, lines.Line) else _WAGER if kind in lines.FORMS.values() else ""
        found = dict(self._descriptions.get(of_all, {}))
        for base in reversed(kind.__mro__):
            found |= self._descriptions.get(_name(base), {})
        return found


_SIMPLE: Final[Mapping[Any, Schema]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    NoneType: {"type": "null"},
    msgspec.Raw: {},
    object: {},
}


def _described(sentence: str, values: Iterable[str], about: Mapping[str, str]) -> str:
    """A sentence with the meaning of each value on a line of its own."""
    return "\n".join((sentence, *(f"{value}: {about[value]}" for value in values if value in about)))


def line_name(do: str) -> str:
    return f"{do.title().replace('_', '')}Line"


_MODULES_OF_GAMES: Final = {row.rules_type.split(":")[0].split(".")[3] for row in GAMES.values()}
"""The packages and modules in ``console.table.game`` that are a game's own."""


def _name(kind: type) -> str:
    """The name of a type's definition; those of a game begin with the game's."""
    if issubclass(kind, lines.Line):
        return line_name(str(kind.__struct_config__.tag))
    match kind.__module__.split("."):
        case ["console", "table", "game", game, *_] if game in _MODULES_OF_GAMES:
            return f"{game.title()}{kind.__name__}"
        case _:
            return "View" if kind is OutputLine else kind.__name__


def _summary(kind: type) -> str:
    """The first paragraph of a type's docstring."""
    text = (inspect.getdoc(kind) or "").partition("\n\n")[0]
    return re.sub(r"``([^`]+)``", r"`\1`", " ".join(text.split()))


def _limits(metas: Iterable[Any], *, of_items: bool) -> Schema:
    """The keywords of a type's bounds; ``of_items``: its length counts items, not characters."""
    found: Schema = {}
    for meta in (each for each in metas if isinstance(each, msgspec.Meta)):
        of_meta = {
            "minimum": meta.ge,
            "maximum": meta.le,
            "minItems" if of_items else "minLength": meta.min_length,
            "maxItems" if of_items else "maxLength": meta.max_length,
            "pattern": meta.pattern,
        }
        found |= {key: value for key, value in of_meta.items() if value is not None}
        found |= meta.extra_json_schema or {}
    return found


def _is_left_out(kind: type[msgspec.Struct], field: msgspec.structs.FieldInfo) -> bool:
    return field.default is msgspec.UNSET or (kind.__struct_config__.omit_defaults and not field.required)


def _wager(types: _Types) -> Schema:
    """A bet of the worksheet: the fields of its place, by what it is on."""
    found: list[Schema] = []
    for form in dict.fromkeys(lines.FORMS.values()):
        fields = types.fields_of(form)
        names = [name for name, each in lines.FORMS.items() if each is form]
        if "numbers" in fields["properties"]:
            found += [_on_numbers(fields, name, lines.COVERED[name]) for name in names]
        else:
            found.append(_with(fields, on=fields["properties"]["on"] | {"enum": names}))
    return {"description": "A bet: what it is on, its stake in minor units, and its place.", "oneOf": found}


def _on_numbers(fields: Schema, name: str, covered: int) -> Schema:
    count = {"minItems": covered, "maxItems": covered, "uniqueItems": True}
    on = fields["properties"]["on"] | {"const": name}
    return _with(fields, on=on, numbers=fields["properties"]["numbers"] | count)


def _with(fields: Schema, **properties: Schema) -> Schema:
    return fields | {"properties": fields["properties"] | properties}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


# --- what the rulebooks give --------------------------------------------------------------------------------


def _rules(rulebooks: Iterable[Rulebook], game: str) -> list[TableRules]:
    return [each.rules_of(game) for each in rulebooks if game in each.games or GAMES[game].is_example]


def _cases(rules: Iterable[TableRules]) -> dict[str, list[Case]]:
    found: dict[str, list[Case]] = {}
    for kind, cases in (pair for each in rules for pair in each.incidents.kinds.items()):
        found.setdefault(kind, []).extend(cases)
    return found


def _name_reports(types: _Types, rules: Mapping[str, Sequence[TableRules]]) -> None:
    """Name the kinds and facts of a report, and of its answers."""
    by_game = {game: _cases(of_game) for game, of_game in rules.items()}
    cases = _cases(each for of_game in rules.values() for each in of_game)
    kinds = {
        "description": "\n".join(
            ("Each kind with its games, and when it can be reported:", *_reportable(by_game))
        ),
        "enum": sorted(cases),
    }
    report, answer = types.defs["IncidentLine"], types.defs["AnswerLine"]
    report["properties"]["kind"] |= _or_null(kinds)
    report["allOf"] = [
        {
            "if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]},
            "then": {"properties": {"facts": _or_null(types.facts(_values(_facts(kind, of_kind))))}},
        }
        for kind, of_kind in cases.items()
    ] + [
        {
            "if": {"properties": {"kind": {"type": "null"}}},
            "then": {"properties": {"facts": _or_null({"maxProperties": 0})}},
        }
    ]
    values = _values(facts_of(case for of_kind in cases.values() for case in of_kind) | {DRAWN: ("1+",)})
    values[KIND] = {"enum": sorted(cases)}
    answer["properties"]["facts"] |= types.facts({name: _or_null(each) for name, each in values.items()})


def _facts(kind: str, cases: Sequence[Case]) -> dict[str, tuple[FactText, ...]]:
    optional = {fact: (condition,) for fact, condition in optional_facts(kind, cases).items()}
    return facts_of(cases) | optional


def _reportable(by_game: Mapping[str, Mapping[str, Sequence[Case]]]) -> Iterator[str]:
    """A line for each kind: its games, and the letters of the moments at which each of them has it."""
    for kind in sorted({kind for kinds in by_game.values() for kind in kinds}):
        found: dict[str, list[str]] = {}
        for game, kinds in by_game.items():
            if kind in kinds:
                letters = {moment for case in kinds[kind] for moment in case.moments}
                found.setdefault(" ".join(each for each in Moment if each in letters), []).append(game)
        told = "; ".join(f"{', '.join(games)}: {letters}" for letters, games in found.items())
        yield f"{kind}: {told}"


def _values(facts: Mapping[str, Iterable[Any]]) -> dict[str, Schema]:
    values = {fact: _value(conditions) for fact, conditions in facts.items()}
    if UNASKED in values:
        values[UNASKED] = _or_null(values[UNASKED])
    return values


def _value(conditions: Iterable[Any]) -> Schema:
    """The values that meet one of the conditions; no count is over a shoe's cards."""
    words = [each for each in conditions if span(each) is None]
    spans = sorted(each for each in map(span, conditions) if each is not None)
    found: list[Schema] = [{"enum": words}] if words else []
    for low, high in spans:
        found.append({"type": "integer", "minimum": low, "maximum": CARDS if high is None else high})
    return found[0] if len(found) == 1 else {"anyOf": found}


def _name_answers(types: _Types, rules: Sequence[TableRules]) -> None:
    """Name what the views of these rules say: actions, announcements, kinds and outcomes of incidents."""
    steps = {step.action for cases in _cases(rules).values() for case in cases for step in case.steps}
    prepared = {step.action for each in rules for step in each.preparation.steps}
    actions = [*Action, *sorted((steps | prepared) - {*Action})]
    prompt, incident, view = (types.defs[name]["properties"] for name in ("Prompt", "IncidentView", "View"))
    prompt["action"] |= types.listed("Action", "What is due.", actions)
    prompt["reason"] |= types.of(HaltReason)
    incident["kind"] |= _or_null({"enum": sorted(_cases(rules))})
    incident["outcome"] |= _or_null(types.of(Result))
    types.defs["IncidentStepView"]["properties"]["action"] |= {"enum": sorted(steps)}
    said = types.listed("Announcement", "What is to be announced.", None)
    view["say"] = {"description": view["say"]["description"], **_or_null(said)}


_JOURNAL: Final = "8b1c6c1e"


def _view_name(game: str) -> str:
    return f"{game.title().replace('_', '')}View"


def _view(types: _Types, rulebook: Rulebook, game: str) -> Schema:
    played = game_of(rulebook, game)
    round_view = get_type_hints(type(played).view)["return"]
    own: Schema = {"round": _or_null(types.of(round_view)), "previous": {"type": "null"}}
    if previous := next((each for each in get_args(PreviousRound) if issubclass(each, round_view)), None):
        own["previous"] = _or_null(types.of(previous))
    own |= {"shoe": {} if played.cards else {"type": "null"}}
    return {
        "description": f"The view of a table of {game}.",
        "allOf": [{"$ref": "#/$defs/View"}, {"properties": own}],
    }
