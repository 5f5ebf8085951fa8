-- From a floor of version 0.3.0. It comes before the functions and the tables.

DROP FUNCTION floor.told_anew(text, integer, jsonb, jsonb), floor.guard(text);

ALTER TABLE floor.tables ADD retired timestamptz;
ALTER TABLE floor.journal ADD forks_of integer, ADD forks_after bigint NOT NULL DEFAULT 0, ADD forks_chain bytea,
    ADD CHECK ((forks_of IS NULL) = (forks_chain IS NULL));
ALTER TABLE floor.state ADD console bytea, ADD twins boolean NOT NULL DEFAULT false, ADD ahead interval,
    ADD hinted timestamptz;
ALTER TABLE floor.hour ADD folded bigint NOT NULL DEFAULT 0;  -- the index is made again, and fills it

-- Entries that are there already stay as they are.
ALTER TABLE floor.entry ADD CONSTRAINT entry_size CHECK (octet_length(packed) <= 1048576) NOT VALID;
ALTER TABLE floor.entry ADD CONSTRAINT entry_labels CHECK (
    at BETWEEN '0001-01-02 00:00+00' AND '9999-12-30 00:00+00' AND octet_length(kind) <= 65536
) NOT VALID;

CREATE TABLE floor.window_account (
    account name PRIMARY KEY,
    name text NOT NULL,
    role text NOT NULL
);
INSERT INTO floor.window_account
SELECT DISTINCT account, account::text, substring(account FROM '^[a-z]+') FROM floor.watch;
