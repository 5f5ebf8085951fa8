"""The languages of the interface: one row for each, and its ``translations/CODE.po``. No other place lists
them.

A row has what no phrase can: marks, figures, times, keys. Lists, names with a role, and a day beside a time
are phrases (``access.list``, ``access.person``, ``access.told``, ``review.day``). The plural rule is in the
head of the ``.po``, where gettext looks for it. A market and its rulebook are not a language, although their
codes look alike: they are in ``resources/rulebooks``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias
from unicodedata import normalize

TYPED_DAY: Final = r"\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{4}"
"""A typed day: year, month, day, or day, month, year. No language has the month first."""
_NO_BREAK: Final = "\u00a0"
_LATIN: Final = "abcdefghijklmnopqrstuvwxyz"
_QWERTY: Final = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm")


class Locale(NamedTuple):
    """The particulars of one language; a default is the value that most languages share."""

    code: str
    """The language's code everywhere and in the name of its ``.po``: ISO 639, such as ``lt``."""
    name: str
    """The language's own name: the same on every screen, so it is no phrase."""
    cldr: str
    """Its name in Unicode's CLDR, and so in Qt: names of days and months, and the order of a date."""
    quotes: tuple[str, str]
    """The quotation marks around spoken words."""
    point: str = ","
    """The decimal mark."""
    group: str = _NO_BREAK
    """The mark between a figure's thousands."""
    colon: str = ": "
    """The mark between a name and the text about it, with its space."""
    stop: str = "."
    """The mark at the end of a sentence."""
    gap: str = " "
    """The text between two sentences."""
    dot: str = " · "
    """The mark between texts side by side on one line, with its spaces."""
    time: str = "%H:%M:%S"
    """A time of day on a screen."""
    short_time: str = "%H:%M"
    """A time of day on a screen, without its seconds."""
    date: str = "{0:%Y}-{0:%m}-{0:%d}"
    """A day in figures, like CLDR's short date, but with all four digits of the year."""
    length: str = "{0}:{1:02}\u00a0min"
    """A length of time in minutes and seconds."""
    badge: str = ""
    """Its short name in the status bar, by default its code in capitals."""
    lowered: frozenset[str] | None = None
    """Words that lose their capital if a heading is inside a sentence; None: every word but a name."""
    kept: frozenset[str] = frozenset()
    """The words that keep their capital there: in English the names of nations."""
    breaks_after: str = ""
    """Letters after which a line may break although no space follows."""
    alphabet: str = _LATIN
    """Its letters in the order of its lists, as in CLDR; another letter is ordered as its base letter."""
    keys: tuple[str, str, str, str] = _QWERTY
    """The rows of the keyboard on a screen, like its own keyboards: at most 12, 11 in the last."""
    types_elsewhere: bool = False
    """Whether the keyboard on the screen lacks the letters of names: a connected one is needed."""

    @property
    def mark(self) -> str:
        """The language's short name in the status bar."""
        return self.badge or self.code.upper()


_ROWS: Final = (
    Locale(
        "en", "English", "en_GB", ("“", "”"), point=".", group=",", date="{0:%d}/{0:%m}/{0:%Y}",
        kept=frozenset(("Swedish", "Japanese", "Lithuanian", "Icelandic", "German")),
    ),
    Locale(
        "sv", "Svenska", "sv_SE", ("”", "”"), alphabet=f"{_LATIN}åäö",
        keys=("1234567890", "qwertyuiopå", "asdfghjklöä", "zxcvbnm"),
    ),
    Locale(
        "ja", "日本語", "ja_JP", ("「", "」"), point=".", group=",", colon="：", stop="。", gap="", dot="・",
        date="{0:%Y}/{0:%m}/{0:%d}", length="{0}分{1:02}秒",
        badge="日本語", alphabet="", breaks_after="をにがはでと",
        types_elsewhere=True,
    ),
    Locale(
        "lt", "Lietuvių", "lt_LT", ("„", "“"), length="{0}:{1:02}\u00a0min.",
        alphabet="abcčdefghijklmnopqrsštuvwxzž",
        keys=("1234567890", "qwertyuiopąč", "asdfghjklęėį", "zxcvbnmšųūž"),
    ),
    Locale(
        "is", "Íslenska", "is_IS", ("„", "“"), group=".", date="{0.day}.{0.month}.{0:%Y}",
        length="{0}:{1:02}\u00a0mín.",
        alphabet="aábcdðeéfghiíjklmnoópqrstuúvwxyýzþæöå",
        keys=("1234567890ö", "qwertyuiopðé", "asdfghjklæáí", "zxcvbnmþóúý"),
    ),
    Locale(
        "de", "Deutsch", "de_DE", ("„", "“"), group=".", date="{0:%d}.{0:%m}.{0:%Y}",
        keys=("1234567890ß", "qwertzuiopü", "asdfghjklöä", "yxcvbnm"),
        lowered=frozenset(
            (
                "Abgebende", "Abgebrochen", "Abgeschaltete", "Abgewiesen", "An", "Auf", "Aufdecken",
                "Ausstehende", "Beendet", "Bei", "Beim", "Beiseite", "Bekannt", "Bemerkt", "Bereit",
                "Beschädigte", "Beschädigtes", "Betrifft", "Bis", "Danach", "Das", "Dem", "Den", "Der",
                "Deutsche", "Die", "Diese", "Doppelt", "Ein", "Eine", "Entfernt", "Erledigt", "Erneut",
                "Erneutes", "Erste", "Es", "Etwas", "Falsch", "Falsche", "Fehlgeschlagene",
                "Fehlgeschlagener", "Freigegeben", "Für", "Gelesen", "Gelesene", "Gemeldet", "Geöffnet",
                "Geplante", "Geschlossen", "Geschrieben", "Gesperrt", "Gestörtes", "Getrennt",
                "Heruntergefallene", "Hohe", "Im", "In", "Inzwischen", "Irrtümlich", "Isländische",
                "Japanische", "Je", "Jetzt", "Kann", "Kein", "Keine", "Korrigierte", "Längstes", "Laufende",
                "Laut", "Letzte", "Litauische", "Manuell", "Manuelle", "Mehr", "Mit", "Mittlere", "Nach",
                "Nachträglich", "Neu", "Neue", "Neuer", "Nicht", "Nichts", "Niedrige", "Noch", "Nur",
                "Offene", "Ohne", "Richtige", "Schwedische", "Seit", "Sofort", "Später", "Strittig",
                "Überkauft", "Übernehmende", "Übersehene", "Überzählige", "Unbekannte", "Ungeklärt",
                "Ungültig", "Ungültige", "Ungültiger", "Unlesbares", "Unterbrochen", "Verbotene",
                "Verdeckte", "Versiegelt", "Vom", "Von", "Vor", "Vorher", "Vorzeitig", "Wartet", "Was",
                "Weitere", "Wieder", "Wird", "Zu", "Zuerst", "Zurückgehalten", "Zurückgenommen",
                "Zurückgenommene", "Zurückgestellt", "Zwei", "Zweite",
            )
        ),
    ),
    # A further language has its row here.
)  # fmt: skip

LOCALES: Final[Mapping[str, Locale]] = MappingProxyType({row.code: row for row in _ROWS})
"""Every language by its code, in the order in which a screen shows them."""
LANGUAGES: Final = tuple(LOCALES)
FIRST: Final = _ROWS[0].code
"""The language by default: on the command line, and at a start before any file is read."""
BREAKS_AFTER: Final = frozenset("".join(row.breaks_after for row in _ROWS))
"""For every screen: a name in another script than the screen's breaks by its own rules."""

if TYPE_CHECKING:
    Language: TypeAlias = str
else:  # A file's languages are checked when it is read.
    Language = Literal[LANGUAGES]


def named_like(name: str) -> str:
    """The language of a system setting such as ``de_AT.UTF-8``; the first if we don't have it."""
    code = name.partition(".")[0].partition("@")[0].partition("_")[0]
    return code if code in LOCALES else FIRST


def date_text(day: date, locale: Locale) -> str:
    """A day in figures, as the language writes it: ``2026-11-13``, ``13.11.2026``, ``2026/11/13``."""
    return locale.date.format(day)


def noted_day(noted: str, locale: Locale) -> str:
    """A day noted in ISO 8601, such as a licence's last; another text stays as it is."""
    try:
        return date_text(date.fromisoformat(noted), locale)
    except ValueError:
        return noted


def noted_moment(noted: str, locale: Locale) -> str:
    """A time noted in ISO 8601 in UTC, such as a seal's: day, clock and zone."""
    return f"{noted_day(noted[:10], locale)} {noted[11:19]} UTC"


def typed_day(text: str) -> date:
    """The day that somebody typed in figures. Raises ValueError."""
    typed = normalize("NFKC", text).strip()
    if re.fullmatch(TYPED_DAY, typed) is None:
        raise ValueError(text)
    parts = re.split(r"\D", typed)
    year, month, day = map(int, parts if len(parts[0]) == 4 else reversed(parts))
    return date(year, month, day)


def short_date_text(day: date, locale: Locale) -> str:
    """A day of this year, without the year: ``11-13``, ``13.11.``, ``11/13``."""
    return date_text(day, locale).replace(f"{day.year:04}", "").strip("-/")


def length_text(length: timedelta, locale: Locale) -> str:
    """A length of time, as the language writes it: ``1:05 min``, ``1分05秒``; without fractions."""
    return locale.length.format(*divmod(int(length.total_seconds()), 60))


def figure(value: float, places: int, locale: Locale) -> str:
    """A number as the language writes it: ``8,412``, with one of its ``places`` ``8 412,5``."""
    plain = f"{value:,}" if isinstance(value, int) and not places else f"{value:,.{places}f}"
    return plain.translate({ord(","): locale.group, ord("."): locale.point})
