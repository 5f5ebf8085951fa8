"""The felt of a table's screen, read: the cards that lie on it, what it says of them, and what is painted."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

from console.table.core import DealerView
from console.table.ui.felt import Felt
from console.table.ui.felt.card_faces import CardFace, LaidThing
from tests.instruments.pictures.text_measure import listened
from tests.table.core.tables import words

LYING: Final = (LaidThing.FACE, LaidThing.BACK)


def application() -> QCoreApplication:
    """The one application of Qt: it is made with widgets before a page is drawn, which needs none."""
    return QApplication.instance() or QApplication([])


class FeltReader:
    """One table's felt."""

    def __init__(self) -> None:
        self.felt = Felt()
        self.felt.resize(1280, 420)
        self.felt.show()

    def show(self, view: DealerView) -> None:
        """Show the table."""
        self.felt.show_view(view, words("en"), band=False)

    def cards(self) -> list[str]:
        """The cards on it, by their places."""
        apart = (self.felt.held, self.felt.cut_card, self.felt.aside)
        faces = [each for each in self.felt.findChildren(CardFace) if each not in apart]
        lying = (each for each in faces if each.isVisibleTo(self.felt) and each.face.lies in LYING)
        return sorted(each.accessibleName() for each in lying)

    def said(self) -> list[str]:
        """The sentences about hands, totals and the number."""
        assert self.felt.on is not None
        return self.felt.on.speech(words("en"))

    def painted(self) -> list[str]:
        """The texts that are painted on it."""
        with listened() as heard:
            self.felt.grab()
        return [text.text for _, text in heard]

    def close(self) -> None:
        """Take it away."""
        self.felt.deleteLater()
