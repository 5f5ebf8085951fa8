"""The recorder's answer for a minute of the table's camera, as the text of a note."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from enum import StrEnum
from typing import Final

import msgspec

VIDEO_LEAD: Final = 30
"""Seconds before an event at which its video begins, if the studio has not set another."""
VIDEO_ASKED: Final = 50
"""The number of incidents of which a table remembers that the recorder was asked."""


class NoPicture(StrEnum):
    """The reason why an answer is no picture of the camera at the minute."""

    UNREACHED = "unreached"
    """There was no connection, or it broke off."""
    SLOW = "slow"
    CERTIFICATE = "certificate"
    SECRET = "secret"
    """The file of the secret can't be used: nothing was asked."""
    SIGN_IN = "sign_in"
    """The recorder wants another sign-in than the secret."""
    REDIRECTED = "redirected"
    STATUS = "status"
    """Another status than 200."""
    NOT_PICTURE = "not_picture"
    """A page, an empty body, or bytes of another kind than they say."""
    OTHER_CAMERA = "other_camera"
    """A picture whose answer does not name this camera."""
    OTHER_MINUTE = "other_minute"
    """A picture whose answer does not have this minute."""


class ProbeAnswer(msgspec.Struct, frozen=True):
    """An answer of the recorder."""

    why: NoPicture | None
    """The reason why it is no picture; None if it is one."""
    offset: int | None = None
    """Seconds by which its clock is ahead of the console's; None if its answer does not say it."""


class ProbedVideo(msgspec.Struct, frozen=True):
    """An answer, with the minute and the incident for which it was asked."""

    moment: datetime
    answer: ProbeAnswer
    incident: str = ""
    """Empty if nothing had happened."""

    @property
    def text(self) -> str:
        """The text: ``2026-11-20T22:04:00+00:00 +2 seen T1-i2``, or the reason in place of ``seen``."""
        answer = self.answer
        offset = "-" if answer.offset is None else f"{answer.offset:+d}"
        return f"{self.moment.isoformat()} {offset} {answer.why or 'seen'} {self.incident}".rstrip()

    @classmethod
    def of(cls, text: str) -> ProbedVideo | None:
        """The answer with this text; None if no console of this version wrote it."""
        moment, offset, why, incident = (*text.split(" ", 3), "", "", "", "")[:4]
        with suppress(ValueError):
            said = None if why == "seen" else NoPicture(why)
            ahead = None if offset == "-" else int(offset[:20])
            return cls(datetime.fromisoformat(moment), ProbeAnswer(said, ahead), incident)
        return None
