"""The colours of an X11 screen at the named points, each as X,Y."""

from __future__ import annotations

import sys

from PySide6.QtGui import QGuiApplication


def main(points: list[str]) -> None:
    """Print each point's colour as #rrggbb."""
    application = QGuiApplication([])
    screen = application.primaryScreen().grabWindow(0).toImage()
    print(*(screen.pixelColor(*map(int, point.split(","))).name() for point in points))


if __name__ == "__main__":
    main(sys.argv[1:])
