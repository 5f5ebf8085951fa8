-- From a floor of version 1.1.0. Consoles of 0.3, whose start had no id, had a door of their own.

DROP FUNCTION IF EXISTS
    floor.ship(text, integer, bytea, text, bigint, bytea, timestamptz[], text[], bytea[], jsonb),
    floor.catch_up(text, integer, bytea, text, bigint, bytea, timestamptz[], text[], bytea[], jsonb);
