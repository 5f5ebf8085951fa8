"""The troubles that keep a table from starting, and the screen that shows them and waits for a press."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QWidget

from console.base.words import Words, why
from console.table.config import ConfigError, TableConfig, file_language
from console.table.core import Person, SystemClock
from console.table.custody import Allowance, Belonging, FileTrouble, Missing, StartMark, software_watch
from console.table.game import RulebookError
from console.table.journal import Identity, JournalError
from console.table.link import LinkError
from console.table.people import PeopleError, people_file
from console.table.ui.kit import fill_screen, show_fitting
from console.table.ui.sign_in import Purpose

if TYPE_CHECKING:
    from console.app.window_options import WindowOptions
    from console.table.ui.sign_in import SignInScreen
    from console.table.ui.window import TroubleScreen, TroubleWords


FORESEEN = (ConfigError, RulebookError, JournalError, LinkError, PeopleError, software_watch.SoftwareChanged)
"""The errors that make a table's file unusable."""


class FilesMissing(Exception):
    """Files of a LIVE table are missing, and nobody has allowed it to start without them."""

    def __init__(self, missing: tuple[Missing, ...], config: TableConfig) -> None:
        super().__init__("; ".join(map(str, missing)))
        self.missing, self.config = missing, config

    def text(self, words: Words) -> str:
        return "\n".join(words.text(each.key, **each.slots) for each in self.missing)

    @property
    def by_pin(self) -> bool:
        """Whether a supervisor's PIN suffices to go on."""
        return all(each.by_pin for each in self.missing)

    @property
    def is_journal_damaged(self) -> bool:
        """Whether a journal must be set aside."""
        return any(each.gone in (FileTrouble.DAMAGED, FileTrouble.LOSES) for each in self.missing)


def allowed_by(
    missing: tuple[Missing, ...], belonging: Belonging, config: TableConfig, allowance: Allowance | None
) -> tuple[Allowance, ...]:
    """The permissions to start without the missing files. Raises FilesMissing, PeopleError."""
    had = belonging.recorded_files()
    every = [each for each in (allowance, had.allowed if had is not None else None) if each is not None]
    left = tuple(each for each in missing if not any(one.covers(each) for one in every))
    if left:
        raise FilesMissing(left, config)
    # The file exists twice: here and where it was set aside.
    aside = next((one for one in every if one.aside), None)
    return tuple(one for one in every if one is aside or (not one.aside and any(map(one.covers, missing))))


def set_aside_damaged(
    belonging: Belonging, config: TableConfig, damaged: Missing, allowance: Allowance | None
) -> Allowance:
    """Set the damaged journal aside in the name of the person who allowed it. Raises FilesMissing without."""
    had = belonging.recorded_files()
    for one in (allowance, had.allowed if had is not None else None):
        if one is not None and one.covers(damaged):
            identity = Identity(config.name, config.game, config.rules)
            return belonging.begin_again(identity, one, SystemClock().utc())
    raise FilesMissing((damaged,), config)


def ask_about_missing(screen: TroubleScreen, gone: FilesMissing) -> Allowance | bool | None:
    """Show what is missing. Returns True to look again, None to leave, or the permission to start without."""
    from console.table.ui.sign_in import SignInScreen
    from console.table.ui.window import DAMAGED, MISSING, TROUBLE

    loop, answers = QEventLoop(), list[Any]()
    with ExitStack() as asked:
        for signal, meant in ((screen.again, True), (screen.left, None)):
            asked.callback(signal.disconnect, signal.connect(partial(answer_with, answers, loop, meant)))
        if gone.by_pin and gone.config.people is not None:
            people = people_file(gone.config, gone.config.people)
            sign_in = SignInScreen(people, screen.words, screen)
            asked.callback(sign_in.deleteLater)
            asked.callback(sign_in.hide)
            sign_in.verified.connect(partial(answer_with, answers, loop))
            sign_in.cancelled.connect(sign_in.hide)
            asks = partial(_asks, screen, sign_in, gone)
            asked.callback(screen.beyond.disconnect, screen.beyond.connect(asks))
        by_pin = DAMAGED if gone.is_journal_damaged else MISSING
        screen.show_reason(gone.text, by_pin if gone.by_pin else TROUBLE)
        loop.exec()
    answer = answers[0] if answers else None
    if not isinstance(answer, Person):
        return True if answer is True else None
    return Allowance(tuple(f"{each.gone} {each.file}" for each in gone.missing), who=answer.id)


def _asks(screen: TroubleScreen, sign_in: SignInScreen, gone: FilesMissing) -> None:
    sign_in.set_words(screen.words)
    sign_in.setGeometry(screen.rect())
    sign_in.ask(Purpose.BEGIN_AGAIN if gone.is_journal_damaged else Purpose.GO_ON)


class EarlierStandstill(Exception):
    """An earlier start came to a standstill: this one shows the text that it was about to show."""

    def __init__(self, mark: StartMark, text: str) -> None:
        """``text`` may be empty."""
        super().__init__(text)
        self.mark, self._shown = mark, text

    def text(self, words: Words) -> str:
        """The text that was to be shown, in the language in which it was kept."""
        return self._shown or words.text("plain.unknown")


def trouble_text(error: Exception, words: Words) -> str:
    """An error in words; a configuration's in its reader's own, which name file, key and way out."""
    match error:
        case JournalError() | LinkError() | PeopleError():
            return why(error, words)
        case ConfigError() | RulebookError():
            return str(error)
        case software_watch.SoftwareChanged():
            return _refused(error.found, words)
        case _:  # It is a disk's error, or a bug: technical service needs to know which.
            return f"{why(error, words)} ({type(error).__name__}: {error})"


_FILES_SHOWN = 6
"""The most changed files that the screen names; the command names all."""


def _refused(check: software_watch.SoftwareCheck | None, words: Words) -> str:
    """Why the table does not deal with this software: the differences, and its file's deciding key."""
    from console.base.software import running_console

    if check is None:
        lines = [words.text("software.refused.unknown")]
    elif not check.findings:
        lines = [words.text("software.refused.signature")]
    else:
        lines = [words.count("software.bad", len(check.findings), place=running_console().folder)]
        for each in check.findings[:_FILES_SHOWN]:
            lines.append(words.text(f"software.{each.kind}", name=ascii(each.file)[1:-1]))
        lines += ["…"] if len(check.findings) > _FILES_SHOWN else []
    return "\n".join((*lines, words.text("software.refused")))


def shown_of(error: Exception, words: Words) -> str:
    """An error in words for the screen, with a remark if they are a file reader's English."""
    message = trouble_text(error, words)
    if isinstance(error, ConfigError | RulebookError):
        return f"{words.text('trouble.reader')}\n{message}"
    return message


def language_of(options: WindowOptions) -> str:
    """The named language, else that of the table's file if readable."""
    return options.lang or file_language(options.table) or options.language


def trouble_screen(words: Words, options: WindowOptions) -> TroubleScreen:
    from console.table.ui.window import TroubleScreen

    screen = TroubleScreen(words)
    show_screen(screen, full_screen=options.full_screen)
    return screen


def wait_for_retry(
    screen: TroubleScreen, message: Callable[[Words], str], trouble_words: TroubleWords | None = None
) -> bool:
    """Show what is wrong and wait for a press. Returns whether to look again."""
    loop = QEventLoop()
    again: list[bool] = []
    with ExitStack() as asked:
        for signal, meant in ((screen.again, True), (screen.left, False)):
            asked.callback(signal.disconnect, signal.connect(partial(answer_with, again, loop, meant)))
        screen.show_reason(message, trouble_words)
        loop.exec()
    return again == [True]


def answer_with(answers: list[Any], loop: QEventLoop, meant: object) -> None:
    answers.append(meant)
    loop.quit()


def show_screen(screen: QWidget, *, full_screen: bool) -> None:
    """Show a window as large as possible, over the whole screen or its free part, with the keys."""
    if full_screen:
        fill_screen(screen)
    else:
        show_fitting(screen)
    # Without a window manager nobody else activates it, and nothing would have the focus.
    screen.activateWindow()
