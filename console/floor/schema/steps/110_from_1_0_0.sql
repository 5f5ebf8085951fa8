-- From a floor of version 1.0.0. One account's error ended the look at all others; a page
-- says of each row whether it is of a preparation.

DROP FUNCTION IF EXISTS floor.undone();
DROP FUNCTION IF EXISTS floor.page(
    text[], jsonb, timestamptz, timestamptz, timestamptz, timestamptz, timestamptz, text, integer, bigint,
    boolean, bigint, integer, integer
);
