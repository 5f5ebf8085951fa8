"""The sign-in: id and PIN, by touch, by a keyboard or by a badge reader."""
