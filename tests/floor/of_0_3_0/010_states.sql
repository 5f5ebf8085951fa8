-- A table's states as its journal kept them, and the supervisor's account.
--
-- An entry holds the digest of the state that was kept at it, and where a file's chain begins that of its first:
-- whoever tells the table again compares, so nothing is checked here but whose it is and how much.

CREATE TABLE floor.checkpoint (
    table_id text NOT NULL,
    part integer NOT NULL,
    number bigint NOT NULL,
    state bytea NOT NULL,
    PRIMARY KEY (table_id, part, number)
);

CREATE FUNCTION floor.keep_states(wanted text, file integer, numbers bigint[], states bytea[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Keeps states at entries that came before; the last entry of which one is held, -1 of none. Without any it only
-- says that, by which a shipper goes on.
DECLARE
    many integer := coalesce(array_length(numbers, 1), 0);
    last bigint;
BEGIN
    IF NOT own(wanted) THEN
        RAISE EXCEPTION 'not the account of table %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF many > 100 OR many <> coalesce(array_length(states, 1), 0) OR pg_column_size(states) > 8388608 THEN
        RAISE EXCEPTION 'no states' USING ERRCODE = 'data_exception';
    END IF;
    INSERT INTO checkpoint
    SELECT wanted, file, given.number, given.state FROM unnest(numbers, states) AS given (number, state)
    JOIN journal ON journal.table_id = wanted AND journal.part = file
    WHERE given.number BETWEEN 0 AND journal.number
    ON CONFLICT DO NOTHING;
    SELECT max(number) INTO last FROM checkpoint WHERE table_id = wanted AND part = file;
    RETURN coalesce(last, -1);
END $$;

REVOKE ALL ON FUNCTION floor.keep_states FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.keep_states TO floor_table;

GRANT USAGE ON SCHEMA floor TO floor_supervisor;
GRANT SELECT ON floor.studio, floor.tables, floor.journal, floor.state, floor.dispute, floor.entry, floor.checkpoint
    TO floor_supervisor;
SELECT floor.guard('checkpoint');
