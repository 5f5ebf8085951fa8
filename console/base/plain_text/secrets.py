"""Secrets removed from texts, in any form that a program writes: escaped, in percent, in base64. It knows the
given secrets and what secrets look like.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator
from typing import Final
from urllib.parse import urlsplit, urlunsplit

LEFT_OUT: Final = "[left out]"
_SHORTEST: Final = 4
"""The least characters of a piece of base64 that is looked for: shorter ones are in texts by chance."""
_SLOT: Final = re.compile(r"\{[a-z]+\}")
_SHAPED: Final = re.compile(
    r"\$argon2[a-z]+\$[^\s\"']*"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)"
    r"|(?<=://)[^\s/@\"']+@"
    r"|(?<=\"token\":\")(?:[^\"\\]|\\.)*"
    r"|(?<=\\\"token\\\":\\\")[^\"\\]*",
    re.DOTALL,
)


def without_password(url: str) -> str:
    """A url without the user name and the password before its @, as every text shows it."""
    scheme, marked, rest = url.rpartition("://")
    return f"{scheme}{marked}{rest.rpartition('@')[2]}"


def without_values(address: str) -> str:
    """An address whose query and fragment keep only slots in braces: a token may be there."""
    parts = urlsplit(address)
    query = "&".join(map(_without_value, parts.query.split("&"))) if parts.query else ""
    fragment = _without_value(parts.fragment) if parts.fragment else ""
    return urlunsplit(parts._replace(query=query, fragment=fragment))


def without_tokens(address: str) -> str:
    """An address, for paper, without fixed values of query and fragment named or looking like a token."""
    parts = urlsplit(address)
    kept = (
        "".join(each for each in re.split(r"(?<=[&;])", part) if not _may_be_token(each.rstrip("&;")))
        for part in (parts.query, parts.fragment)
    )
    query, fragment = (each.rstrip("&;") for each in kept)
    return urlunsplit(parts._replace(query=query, fragment=fragment))


_NAMED: Final = re.compile(
    r"token|secret|passw|pwd|auth|sess|jwt|credential|signature|api[-_]?key|access[-_]?key"
    r"|(?:^|[-_.])(?:key|pass|pin|sid|sig|user|usr|login)$",
    re.IGNORECASE,
)
_LOOKS: Final = re.compile(r"(?=.*[0-9])(?=.*[A-Za-z])[A-Za-z0-9._~+/=%-]{16,}")


def _may_be_token(pair: str) -> bool:
    name, _, value = pair.partition("=")
    is_named = bool(_SLOT.sub("", value)) and _NAMED.search(name) is not None
    return is_named or _LOOKS.fullmatch(value or name) is not None  # A page's path with slots is no token.


def _without_value(pair: str) -> str:
    name, marked, value = pair.rpartition("=")
    return pair if _SLOT.fullmatch(value) else f"{name}{marked}{LEFT_OUT}"


class Scrubber:
    """Takes these secrets out of texts, and all that looks like a PIN's hash, a token or a private key."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        """``secrets`` are the texts to remove; empty ones are ignored."""
        forms = [form for secret in secrets if secret for form in _forms(secret)]
        self._known = re.compile("|".join(forms)) if forms else None

    def __call__(self, text: str) -> str:
        if self._known is not None:
            text = self._known.sub(LEFT_OUT, text)
        return _SHAPED.sub(LEFT_OUT, text)


def _forms(secret: str) -> Iterator[str]:
    """Patterns of all the forms in which a secret may be written."""
    yield "".join(map(_letter, secret))
    content = secret.encode()
    yield r"[\s:]?".join(f"(?i:{byte:02x})" for byte in content)
    for shift in range(3):
        # In the base64 of a longer text it begins at any of a group's three bytes; its letters at both ends
        # then depend on their neighbours, too.
        coded = base64.b64encode(b"\0" * shift + content).decode().rstrip("=")
        inner = coded[(0, 2, 3)[shift] : len(coded) - (1 if (shift + len(content)) % 3 else 0)]
        if len(inner) >= max(_SHORTEST, len(content)):
            yield "".join(_of_base64(letter) for letter in inner) + "[A-Za-z0-9+/_-]?={0,2}"


def _letter(letter: str) -> str:
    """A character as it is, or as JSON, Python, HTML and URLs escape it; escaped again too."""
    from html import escape  # A start has texts without secrets: it loads no table of HTML's names.

    ways = [re.escape(letter)]
    number = ord(letter)
    units = letter.encode("utf-16-be")
    json = "".join(rf"\\+u(?i:{units[at]:02x}{units[at + 1]:02x})" for at in range(0, len(units), 2))
    ways.append(json)
    percent = "".join(f"%(?:25)*(?i:{byte:02x})" for byte in letter.encode("utf-8", "surrogatepass"))
    ways.append(percent)
    if number < 256:
        ways.append(rf"\\+x(?i:{number:02x})")
    ways.append(rf"&#(?:0*{number}|[xX]0*(?i:{number:x}));")
    if letter != (named := escape(letter)):
        ways.append(re.escape(named))
    if letter in "\"'\\/":
        ways.append(rf"\\+{re.escape(letter)}")
    return f"(?:{'|'.join(ways)})"


def _of_base64(letter: str) -> str:
    """A character of either alphabet, which the other escapes."""
    return {"+": r"(?:[+-]|%2[Bb])", "/": r"(?:[/_]|\\/|%2[Ff])"}.get(letter, letter)
