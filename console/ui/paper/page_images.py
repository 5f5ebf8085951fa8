"""The first pages of a document as pictures, for a screen on which it is only read."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter

from console.records.documents.paper import Paper
from console.ui.paper.document import document_of, keep_together, paint_page, upright_a4
from console.ui.paper.ink import DPI
from console.ui.paper.record_sheet import application

_SHARE: Final = 0.5
"""Of the printer's dots that a picture has: a screen has no more."""
_INCH: Final = 0.0254
"""Metres."""


def page_images(paper: Paper, limit: int) -> tuple[QImage, ...]:
    """At most ``limit`` pages, upright A4, each with its margin; in the thread of the window alone."""
    application()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = upright_a4(buffer)
    layout = writer.pageLayout()
    room, whole = layout.paintRectPixels(DPI), layout.fullRectPixels(DPI).size() * _SHARE
    document = document_of(paper, writer)
    document.setPageSize(QSizeF(room.width(), math.floor(room.height())))
    keep_together(document)
    images = []
    for number in range(min(limit, document.pageCount())):
        image = QImage(whole, QImage.Format.Format_RGB32)
        image.setDotsPerMeterX(round(DPI / _INCH))  # so that letters are as large as they were laid out
        image.setDotsPerMeterY(round(DPI / _INCH))
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        painter.scale(_SHARE, _SHARE)
        painter.translate(QPointF(room.topLeft()))
        paint_page(document, painter, number)
        painter.end()
        images.append(image)
    return tuple(images)


def page_pictures(paper: Paper, limit: int) -> tuple[bytes, ...]:
    """The same pages as PNG files, which another process can read."""
    return tuple(map(_png, page_images(paper, limit)))


def _png(image: QImage) -> bytes:
    written = QByteArray()
    buffer = QBuffer(written)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    buffer.close()
    return bytes(written.data())
