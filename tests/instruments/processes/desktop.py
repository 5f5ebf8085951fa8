"""A desktop's part of a session's bus, for one name and path: it answers each call and prints what came.

``python -m tests.instruments.processes.desktop NAME PATH``; its first line says that it is there.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import QCoreApplication
from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusVirtualObject


class _Desktop(QDBusVirtualObject):
    def handleMessage(self, message: QDBusMessage, connection: QDBusConnection) -> bool:
        values = message.arguments()[:2]
        print(message.interface(), message.member(), message.signature(), *values, flush=True)
        return connection.send(message.createReply(1))


def main(name: str, path: str) -> None:
    """Answer until the process is ended."""
    application, bus, desktop = QCoreApplication([]), QDBusConnection.sessionBus(), _Desktop()
    assert bus.registerVirtualObject(path, desktop) and bus.registerService(name)
    print("there", flush=True)
    application.exec()


if __name__ == "__main__":
    main(*sys.argv[1:])
