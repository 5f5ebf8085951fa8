-- What a table may have the floor write.

CREATE OR REPLACE FUNCTION floor.meter_of(wanted text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = floor, pg_temp AS $$
-- The sequence that counts a table's bytes. Its value is the moment, in microseconds, at which all of them would have
-- been written at the quota's rate a day.
SELECT 'floor.spent_' || left(encode(sha256(convert_to(wanted, 'UTF8')), 'hex'), 40)
$$;

CREATE OR REPLACE FUNCTION floor.make_meter() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
BEGIN
    EXECUTE 'CREATE SEQUENCE IF NOT EXISTS ' || meter_of(NEW.table_id);
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION floor.owed(wanted text) RETURNS double precision
LANGUAGE sql VOLATILE SET search_path = floor, pg_temp AS $$
-- The bytes that a table has had written and that the quota's rate has not yet made up for.
SELECT greatest(coalesce(pg_sequence_last_value(to_regclass(meter_of(wanted))), 0)
    - extract(epoch FROM clock_timestamp()) * 1000000, 0)::double precision * q.a_day / 86400000000
FROM quota AS q
$$;

CREATE OR REPLACE FUNCTION floor.spend(wanted text, bytes bigint, reserve bigint) RETURNS boolean
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- Whether the quota lets a table have these bytes written now; then they are counted. The reserve is for what does not
-- wait behind a backlog. However much is owed, a day's bytes are made up for in a day. What is refused is refused before
-- a row is locked: that would write into the server's WAL, and use up one of its transaction numbers, each time.
DECLARE
    limits quota%ROWTYPE;
    owes double precision;
BEGIN
    SELECT * INTO limits FROM quota;
    IF owed(wanted) BETWEEN limits.at_once + reserve + 1 AND limits.at_once + limits.a_day THEN
        RETURN false;
    END IF;
    PERFORM FROM state AS s WHERE s.table_id = wanted FOR NO KEY UPDATE;  -- one after the other counts
    owes := owed(wanted);
    IF owes > limits.at_once + reserve THEN
        IF owes <= limits.at_once + limits.a_day THEN
            RETURN false;
        END IF;
        owes := limits.at_once + limits.a_day;  -- the server's clock was set back
        bytes := 0;
    END IF;
    PERFORM setval(
        to_regclass(meter_of(wanted)),
        ((extract(epoch FROM clock_timestamp()) + (owes + bytes) * 86400 / limits.a_day) * 1000000)::bigint
    );
    RETURN bytes > 0;
END $$;

CREATE OR REPLACE FUNCTION floor.give_back(wanted text, bytes bigint) RETURNS void
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- Bytes that were counted by this transaction, and not taken, count no longer. They were counted first: a transaction
-- that ends halfway has filled the server's log all the same. Where the table has no state its row is not locked, and
-- another session may have counted since.
BEGIN
    PERFORM FROM state AS s WHERE s.table_id = wanted FOR NO KEY UPDATE;
    IF FOUND THEN
        PERFORM setval(meter, greatest(1, pg_sequence_last_value(meter) - bytes * 86400000000 / q.a_day))
        FROM quota AS q, to_regclass(meter_of(wanted)) AS meter;
    END IF;
END $$;

CREATE OR REPLACE FUNCTION floor.must_spend(wanted text, bytes bigint) RETURNS void
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- The same for what has no answer 'wait': the console tries again.
BEGIN
    IF own(wanted) AND NOT spend(wanted, bytes, 33554432) THEN
        RAISE EXCEPTION 'beyond the quota of table %', wanted USING ERRCODE = 'configuration_limit_exceeded';
    END IF;
END $$;

