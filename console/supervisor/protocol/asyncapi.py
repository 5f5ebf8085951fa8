"""The game server's link as an AsyncAPI 3 document: who sends what over it, and how a connection is made.
Each message refers to the protocol's schema; its descriptions are sections of the handbook's page.
"""

from __future__ import annotations

import re
from typing import Final

from console.supervisor.protocol.json_schema import Schema, line_name
from console.table.core import permissions

SCHEMA_FILE: Final = "table-protocol.schema.json"
"""The file of the protocol's schema, beside the document."""


_SEEN: Final = "A decision names its view as `seen`, and is `stale` once its question is another."


def asyncapi(schema: Schema, page: str) -> Schema:
    """The document for a schema of the protocol; ``page`` is the handbook's page on the protocol."""
    taken = [
        line_name(do) for do, each in permissions.PERMISSIONS.items() if permissions.Party.SERVER in each.may
    ]
    sent = [reference["$ref"].rpartition("/")[2] for reference in schema["anyOf"]]
    views = [name for name in sent if name.endswith("View")]
    examples = {name: schema["$defs"][name]["examples"] for name in ("Hello", *views, *taken)}
    messages = {
        name: {
            "name": name,
            "summary": schema["$defs"][name]["description"],
            "payload": {
                "schemaFormat": "application/schema+json;version=draft-2020-12",
                "schema": {"$ref": f"{SCHEMA_FILE}#/$defs/{name}"},
            },
            "examples": [{"payload": each} for each in examples[name]],
        }
        for name in ("Hello", *views, *taken)
    }
    # The rest of the section is about the table's lines.
    of_round = section(page, "Which round").partition("\n\n")[0]
    of_connection = {name: {"$ref": f"#/components/messages/{name}"} for name in messages}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "The game server's link of dealer-console",
            "version": "1",
            "description": section(page, "The link"),
        },
        "defaultContentType": "application/json",
        "servers": {
            "gameServer": {
                "host": "{host}:{port}",
                "protocol": "tls",
                "description": "The game server listens; the console of each table connects to it.",
                "variables": {"host": {}, "port": {}},
                "security": [{"$ref": "#/components/securitySchemes/token"}],
            }
        },
        "channels": {
            "table": {
                "address": None,
                "description": "A table's connection. Each message is a JSON object in UTF-8 and a line end.",
                "messages": of_connection,
            }
        },
        "operations": {
            "greet": _operation("send", "The first line of each connection.", ["Hello"]),
            "show": _operation("send", "After the hello, and after each line that the table took.", views),
            "take": _operation("receive", f"{of_round}\n\n{_SEEN}", taken),
        },
        "components": {
            "messages": messages,
            "securitySchemes": {
                "token": {"type": "apiKey", "in": "user", "description": "The field `token` of the hello."}
            },
        },
    }


def _operation(action: str, description: str, names: list[str]) -> Schema:
    return {
        "action": action,
        "channel": {"$ref": "#/channels/table"},
        "description": description,
        "messages": [{"$ref": f"#/channels/table/messages/{name}"} for name in names],
    }


def section(page: str, heading: str) -> str:
    """The text under a heading of the page with examples, without tables and programs. Raises LookupError."""
    _, found, text = page.partition(f"\n## {heading}\n")
    if not found:
        raise LookupError(f"the page has no section {heading}")
    own = re.split(
        r"^#", re.sub(r"^```(?!json).*?^```$", "", text, flags=re.M | re.S), maxsplit=1, flags=re.M
    )[0]
    prose = re.sub(r"^(<!--.*|\|.*)\n", "", own, flags=re.M)
    paragraphs = re.split(r"\n{2,}", re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", prose).strip())
    while paragraphs[-1].endswith(":"):  # the paragraph introduced a block of code
        paragraphs.pop()
    return "\n\n".join(paragraphs)
