-- From a floor of version 1.0.0. One account's error ended the look at all others.

DROP FUNCTION IF EXISTS floor.undone();
