"""The sign that a key means by its place, if only a digit or an id's sign can be meant.

Under many layouts the digit row types letters: Lithuanian has ą č ę on it, a Japanese keyboard in kana mode
ぬ ふ あ. A person who presses the key with 1 on it at a PIN means 1. Text fields never ask here: there the
layout decides.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent

_ROWS: Final = ((2, "1234567890-="), (16, "qwertyuiop[]"), (30, "asdfghjkl;'`"), (44, "zxcvbnm,./"))
_SHIFTED: Final = str.maketrans("1234567890-=[];'`,./", '!@#$%^&*()_+{}:"~<>?')
_PLACES: Final = {first + at: sign for first, row in _ROWS for at, sign in enumerate(row)}
"""The signs of a US keyboard by their codes: evdev's, which are those of a PC's first set too."""
_KEYPAD: Final = dict(zip((82, 79, 80, 81, 75, 76, 77, 71, 72, 73), "0123456789", strict=True))
_FIRST: Final = {"xcb": 8, "wayland": 8, "windows": 0}
"""The number that a platform adds to the codes. Others give no place; there the text decides alone."""
_UNTYPED: Final = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)


def us_sign(event: QKeyEvent) -> str:
    """The sign that a US keyboard types by this key; empty for a key without one, and without a place."""
    first = _FIRST.get(QGuiApplication.platformName().partition("-")[0])
    if first is None:
        return ""
    code = event.nativeScanCode() - first
    if event.modifiers() & Qt.KeyboardModifier.KeypadModifier:
        return _KEYPAD.get(code, "")
    sign = _PLACES.get(code, "")
    if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
        return sign.translate(_SHIFTED).upper()
    return sign


def digit_of(event: QKeyEvent) -> str:
    """The digit that is meant, by the key's text or else its place, whatever NumLock says; or empty."""
    sign = sign_of(event)
    if not sign.isdigit():
        sign = us_sign(event) if _types(event) else ""  # French keyboards have - on the place of 6
    return sign if sign.isdigit() else ""


def sign_of(event: QKeyEvent) -> str:
    """The letter, digit or hyphen of an id that is meant, by its text or else by its place; or empty."""
    if not _types(event):
        return ""
    return next((sign for sign in (event.text(), us_sign(event)) if _is_of_id(sign)), "")


def key_of(event: QKeyEvent) -> int:
    """The key of a screen that takes digits and letters: Key_1 for the key with 1 on it under any layout."""
    sign = digit_of(event) or sign_of(event)
    return ord(sign.upper()) if sign else event.key()


def text_of(event: QKeyEvent) -> str:
    """The text of the same: the digit or the letter that is meant, else what the layout types."""
    return digit_of(event) or sign_of(event) or event.text()


def is_unclear(event: QKeyEvent) -> bool:
    """Whether a key types a sign that is no id's, by text and by place."""
    text = event.text().strip()
    return bool(text) and text.isprintable() and not event.modifiers() & _UNTYPED and not sign_of(event)


def _types(event: QKeyEvent) -> bool:
    return not event.modifiers() & _UNTYPED


def _is_of_id(sign: str) -> bool:
    return len(sign) == 1 and sign.isascii() and (sign.isalnum() or sign == "-")
