-- Closed days in blocks: 1,024 entries of a part together, packed. The blocks of a part stand without a gap from
-- its first entry on, the last of them may not be full yet; what comes after them stands as rows.
--
-- A block holds the bytes of its entries, so that all can be proven from it that could be from the rows: chain is
-- the chain after its last entry, root the one over the digests of a full one, as in a journal's own tree. The
-- digests stand beside them, so that a witness is answered without unpacking.

CREATE TABLE floor.block (
    table_id text NOT NULL,
    part integer NOT NULL,
    block bigint NOT NULL,
    number bigint NOT NULL,
    first_at timestamptz NOT NULL,
    last_at timestamptz NOT NULL,
    entries bytea NOT NULL,
    chain bytea NOT NULL,
    root bytea,
    digests bytea NOT NULL CHECK (length(digests) % 32 = 0),
    PRIMARY KEY (table_id, part, block)
);
ALTER TABLE floor.block ALTER COLUMN entries SET STORAGE EXTERNAL, ALTER COLUMN digests SET STORAGE EXTERNAL;

CREATE FUNCTION floor.closed_to(wanted text, file integer) RETURNS bigint
LANGUAGE sql STABLE SET search_path = floor, pg_temp AS $$
-- The last entry of a part that stands in a block and not as a row; 0 where none does.
SELECT coalesce((
    SELECT number FROM block WHERE table_id = wanted AND part = file ORDER BY block.block DESC LIMIT 1
), 0)
$$;

REVOKE ALL ON FUNCTION floor.closed_to FROM PUBLIC;
SELECT floor.guard('block');
GRANT SELECT ON floor.block TO floor_supervisor;
