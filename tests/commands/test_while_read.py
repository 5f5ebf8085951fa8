"""Whoever stops reading what a command says gets no traceback."""

from __future__ import annotations

import subprocess
import sys

from console.commands.while_read import NOBODY_READS

SAYS_MUCH = """
import sys
from console.commands.while_read import while_read
sys.exit(while_read(lambda: print("x" * 200_000)))
"""


def test_a_pipe_that_is_closed_early_ends_a_command_without_a_word() -> None:
    command = subprocess.Popen(
        [sys.executable, "-c", SAYS_MUCH], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert command.stdout is not None and command.stderr is not None
    command.stdout.read(1)
    command.stdout.close()
    assert command.stderr.read() == b""
    command.stderr.close()
    assert command.wait(30) == NOBODY_READS
