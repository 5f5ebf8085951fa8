-- From a floor of version 1.0.0. One account's error ended the look at all others; a page
-- says of each row whether it is of a preparation; a day's rows were held by a window for as long as it liked.

DROP FUNCTION IF EXISTS floor.undone(), floor.end_holders(regclass);
DROP FUNCTION IF EXISTS floor.page(
    text[], jsonb, timestamptz, timestamptz, timestamptz, timestamptz, timestamptz, text, integer, bigint,
    boolean, bigint, integer, integer
);
