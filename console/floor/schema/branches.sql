-- A file that branches off another, and two consoles that play as one table.

CREATE OR REPLACE FUNCTION floor.branch(
    wanted text, file integer, began bytea, said_heading text, off_part integer, after bigint, its_chain bytea
) RETURNS boolean LANGUAGE sql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Eight bytes for each entry that it shares: a witness that follows it follows them again.
SELECT must_spend(wanted, 500 + octet_length(said_heading) + 8 * least(greatest(after, 0), 1099511627776));
SELECT branch_within(wanted, file, began, said_heading, off_part, after, its_chain)
$$;

CREATE OR REPLACE FUNCTION floor.branch_within(
    wanted text, file integer, began bytea, said_heading text, off_part integer, after bigint, its_chain bytea
) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- A part that goes on after an entry of another, which both have. False where what the floor holds does not lead
-- to the chain that the table has there, or another part has this number already, or the other part stands on
-- sixteen others.
BEGIN
    IF NOT own(wanted) THEN
        RAISE EXCEPTION 'not the account of table %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF after < 1 OR length(its_chain) <> 32 OR octet_length(said_heading) > 65536 OR NOT may_begin(wanted, file) THEN
        RAISE EXCEPTION 'no branch' USING ERRCODE = 'data_exception';
    END IF;
    IF has_many_parts(wanted) THEN
        PERFORM too_many_parts(wanted, file, began);
        RETURN false;
    END IF;
    -- A reader of a branch goes through all parts that it stands on. A file that would stand on more comes whole.
    IF branches_under(wanted, off_part) >= 16 THEN
        RETURN false;
    END IF;
    IF NOT EXISTS (
        SELECT FROM journal AS j WHERE j.table_id = wanted AND j.part = off_part AND j.begins = began
        AND j.heading = said_heading
    ) OR chain_at(wanted, off_part, after) IS DISTINCT FROM its_chain THEN
        RETURN false;
    END IF;
    INSERT INTO journal (table_id, part, begins, heading, number, chain, heard, forks_of, forks_after, forks_chain)
    VALUES (wanted, file, began, said_heading, after, its_chain, clock_timestamp(), off_part, after, its_chain)
    ON CONFLICT DO NOTHING;
    RETURN FOUND;
END $$;

CREATE OR REPLACE FUNCTION floor.branches_under(wanted text, file integer) RETURNS bigint
LANGUAGE sql STABLE SET search_path = floor, pg_temp AS $$
-- How many branches, one off the other, lead to a part, itself among them; 0 of a part that has all its entries.
WITH RECURSIVE off AS (
    SELECT j.forks_of FROM journal AS j WHERE (j.table_id, j.part) = (wanted, file)
    UNION ALL
    SELECT j.forks_of FROM off JOIN journal AS j ON (j.table_id, j.part) = (wanted, off.forks_of)
)
SELECT count(forks_of) FROM off
$$;

CREATE OR REPLACE FUNCTION floor.begin_branch() RETURNS trigger
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- What a branch is found by begins with its own entries: those before are found as the other part's.
BEGIN
    NEW.number := coalesce((
        SELECT j.forks_after FROM journal AS j WHERE j.table_id = NEW.table_id AND j.part = NEW.part
    ), 0);
    RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION floor.may_hand(
    wanted text, its_console bytea, before bytea, OUT counts boolean, OUT tells boolean
) LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- A table's batch comes from another console than the last one, or from one of two: whether its entries are taken,
-- and whether what it tells of itself is. Of two, that which was there first goes on to be told.
DECLARE
    was hand%ROWTYPE;
    stamp timestamptz := clock_timestamp();
BEGIN
    SELECT * INTO was FROM hand AS h WHERE h.table_id = wanted AND h.console = its_console;
    INSERT INTO hand VALUES (
        wanted, its_console, coalesce(host(inet_client_addr()), ''), stamp, stamp
    ) ON CONFLICT (table_id, console) DO UPDATE SET heard = stamp, address = excluded.address;
    IF was.is_out THEN
        counts := false;
        tells := false;
        RETURN;
    END IF;
    IF was.console IS NULL THEN
        DELETE FROM hand AS h WHERE h.table_id = wanted AND h.console IN (
            SELECT o.console FROM hand AS o WHERE o.table_id = wanted ORDER BY o.heard DESC OFFSET 16
        );
    END IF;
    UPDATE hand AS h SET left_at = stamp
    WHERE h.table_id = wanted AND h.console = before AND before <> its_console;
    counts := NOT EXISTS (SELECT FROM twins AS t WHERE t.table_id = wanted AND t.settled IS NULL);
    IF counts AND was.left_at > stamp - interval '60 s' AND before <> its_console THEN
        -- Who had the table a moment ago is back: it never ended, and somebody else was there meanwhile.
        INSERT INTO twins VALUES (wanted, stamp);
        UPDATE state AS s SET twins = true WHERE s.table_id = wanted;
        PERFORM hint();
        counts := false;
    END IF;
    tells := counts OR its_console = (
        SELECT h.console FROM hand AS h WHERE h.table_id = wanted AND NOT h.is_out AND h.heard > (
            SELECT t.since - interval '60 s' FROM twins AS t WHERE t.table_id = wanted AND t.settled IS NULL
        ) ORDER BY h.since LIMIT 1
    );
END $$;

CREATE OR REPLACE FUNCTION floor.count_console(wanted text, its_console bytea, by text, by_name text, why text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp
SET lock_timeout = '300ms' AS $$
-- Of the consoles that play as one table this one counts, says somebody who looked; false where there are no two,
-- or this is none of them. What the others shipped stays, in parts of their own.
DECLARE
    begun timestamptz;
BEGIN
    PERFORM asked(wanted, by, by_name);
    IF length(coalesce(why, '')) > 500 THEN
        RAISE EXCEPTION 'no reason' USING ERRCODE = 'data_exception';
    END IF;
    SELECT t.since INTO begun FROM twins AS t WHERE t.table_id = wanted AND t.settled IS NULL FOR UPDATE;
    IF NOT FOUND OR NOT EXISTS (SELECT FROM hand AS h WHERE h.table_id = wanted AND h.console = its_console) THEN
        RETURN false;
    END IF;
    UPDATE twins AS t SET settled = clock_timestamp(), counts = its_console
    WHERE t.table_id = wanted AND t.settled IS NULL;
    UPDATE hand AS h SET is_out = h.console <> its_console WHERE h.table_id = wanted;
    UPDATE state AS s SET twins = false, console = its_console WHERE s.table_id = wanted;
    -- The one that counts goes on as a part of its own, after the last entry that the floor has of it.
    UPDATE journal AS j SET disputed = true
    WHERE j.table_id = wanted AND NOT j.disputed AND j.heard > begun - interval '60 s';
    INSERT INTO diary (table_id, at, what, who, name, about, reason) VALUES
        (wanted, clock_timestamp(), 'counted', by, by_name, encode(its_console, 'hex'), coalesce(why, ''));
    PERFORM hint(), hint_table(wanted);
    RETURN true;
END $$;

GRANT EXECUTE ON FUNCTION floor.branch
    TO floor_table;
GRANT EXECUTE ON FUNCTION floor.count_console
    TO floor_boss, floor_supervisor;
