-- The door takes a batch as a whole where it follows on: what it says and takes is as before.

CREATE OR REPLACE FUNCTION floor.ship(
    wanted text, file integer, began bytea, said_heading text,
    first bigint, before bytea, at_each timestamptz[], kinds text[], packed_each bytea[], now_told jsonb,
    its_console bytea, its_clock timestamptz,
    OUT said text, OUT number bigint, OUT chain bytea, OUT news jsonb
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The door. Entries first, first + 1, ... of a file of a table's journal; none is a sign of life. its_console is
-- the id of the console's start, its_clock the time by the table's own clock; an older console gives neither.
--
-- said is taken or known (had already, to the byte), behind (send from number + 1), forked (another entry or
-- chain stands there), replaced (the file begins otherwise), shrunk (the file ends before what it shipped),
-- disputed, or twins (two consoles ship as this table: nothing was looked at). From forked to disputed nothing is
-- taken until the file goes on as another part. number and chain are the floor's head, and the answer is all that
-- a shipper needs to go on. news is what the table's dealer is to know: who is coming.
DECLARE
    head journal%ROWTYPE;
    many integer := coalesce(array_length(packed_each, 1), 0);
    walked bytea;
    had bytea;
    at_number bigint;
    begun bytea;
    digest_each bytea[];
    digest bytea;
    looked_at integer := 0;
    stood state%ROWTYPE;
    hands record;
    calling boolean;
    stamp timestamptz := clock_timestamp();
BEGIN
    IF NOT own(wanted) THEN
        RAISE EXCEPTION 'not the account of table %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    -- By their first dimension and by all of them: an array of arrays would be more entries than are counted.
    IF many > 1000 OR many <> coalesce(cardinality(at_each), 0) OR many <> coalesce(cardinality(kinds), 0)
        OR many <> coalesce(cardinality(packed_each), 0) OR first < 1 OR length(before) <> 32
        OR length(began) <> 32 OR pg_column_size(packed_each) > 8388608 OR octet_length(said_heading) > 65536
        OR octet_length(now_told::text) > 65536 OR jsonb_typeof(now_told) <> 'object' OR length(its_console) <> 16
    THEN
        RAISE EXCEPTION 'no batch' USING ERRCODE = 'data_exception';
    END IF;
    SELECT * INTO stood FROM state AS s WHERE s.table_id = wanted;
    IF its_console IS NOT NULL AND (stood.twins OR its_console IS DISTINCT FROM stood.console) THEN
        hands := may_hand(wanted, its_console, stood.console);
        IF NOT hands.counts THEN
            said := 'twins';
            number := first - 1;
            chain := before;
            news := '{"coming": null}';
            IF NOT hands.tells THEN
                RETURN;
            END IF;
        END IF;
    END IF;
    INSERT INTO state AS kept (table_id, part, heard, changed, told, console, ahead)
    VALUES (wanted, file, stamp, stamp, now_told, its_console, its_clock - stamp)
    ON CONFLICT (table_id) DO UPDATE SET part = file, heard = stamp, told = coalesce(now_told, kept.told),
        changed = CASE WHEN kept.told = coalesce(now_told, kept.told) THEN kept.changed ELSE stamp END,
        console = coalesce(its_console, kept.console), ahead = coalesce(its_clock - stamp, kept.ahead)
    RETURNING told -> 'call' IS NOT NULL INTO calling;
    IF now_told IS NOT NULL AND stood.told IS DISTINCT FROM now_told THEN
        PERFORM told_anew(wanted, file, stood.told, now_told, its_clock, stood.hinted);
    END IF;
    news := CASE WHEN calling THEN news_of(wanted) ELSE '{"coming": null}' END;
    IF said IS NOT NULL THEN
        RETURN;
    END IF;
    SELECT * INTO head FROM journal WHERE table_id = wanted AND part = file FOR UPDATE;
    IF NOT FOUND AND first > 1 THEN
        said := 'behind';  -- it was lost: the table places all its files anew, those before this one first
        number := 0;
        chain := began;
        RETURN;
    END IF;
    IF NOT FOUND THEN
        INSERT INTO journal VALUES (wanted, file, began, said_heading, 0, began, stamp)
        ON CONFLICT DO NOTHING;
        SELECT * INTO head FROM journal WHERE table_id = wanted AND part = file FOR UPDATE;
    END IF;
    number := head.number;
    chain := head.chain;
    IF head.begins <> began THEN
        said := 'replaced';
        PERFORM disputed(wanted, file, said, 0, head.begins, began);
        RETURN;
    END IF;
    IF head.disputed THEN
        said := 'disputed';
        UPDATE journal SET heard = stamp WHERE table_id = wanted AND part = file;
        RETURN;
    END IF;
    IF first > head.number + 1 THEN
        said := 'behind';
        RETURN;
    END IF;
    IF many = 0 AND first <= head.number THEN
        said := 'shrunk';  -- or a sign of life that came late: the table looks, and says which
        RETURN;
    END IF;
    IF first = head.number + 1 AND before <> head.chain THEN
        said := 'forked';
        PERFORM disputed(wanted, file, said, head.number, head.chain, before);
        RETURN;
    END IF;
    walked := head.chain;
    said := 'known';
    -- A batch that follows on is looked at by one statement; to find each of a thousand in its array, one after
    -- the other, takes longer than all else.
    IF first = head.number + 1 AND many > 1 THEN
        SELECT array_agg(sha256(each.packed) ORDER BY each.i), min(first + each.i - 1) FILTER (
            WHERE get_byte(each.packed, 0) NOT IN (158, 159)  -- an array of 14 or 15 values
            OR substr(each.packed, 2, length(numbered(first + each.i - 1))) <> numbered(first + each.i - 1)
        ) INTO digest_each, at_number FROM unnest(packed_each) WITH ORDINALITY AS each(packed, i);
        IF at_number IS NOT NULL THEN
            RAISE EXCEPTION 'no entry %', at_number USING ERRCODE = 'data_exception';
        END IF;
        FOREACH digest IN ARRAY digest_each LOOP
            walked := sha256(walked || digest);
        END LOOP;
        said := 'taken';
        looked_at := many;
    END IF;
    FOR i IN looked_at + 1 .. many LOOP
        at_number := first + i - 1;
        IF at_number <= head.number THEN
            IF at_number <= head.forks_after THEN
                had := nullif(digests(wanted, file, at_number, at_number), '');
            ELSE
                SELECT coalesce(entry.digest, sha256(entry.packed)) INTO had FROM entry
                WHERE entry.table_id = wanted AND entry.part = file AND entry.number = at_number;
            END IF;
            -- What stands in a block can't be looked at here; a forked chain shows with what comes next.
            IF had IS DISTINCT FROM sha256(packed_each[i]) AND at_number > closed_to(wanted, file) THEN
                said := 'forked';
                PERFORM disputed(wanted, file, said, at_number, coalesce(had, ''), sha256(packed_each[i]));
                RETURN;
            END IF;
        ELSE
            begun := numbered(at_number);
            IF get_byte(packed_each[i], 0) NOT IN (158, 159)  -- an array of 14 or 15 values
                OR substr(packed_each[i], 2, length(begun)) <> begun
            THEN
                RAISE EXCEPTION 'no entry %', at_number USING ERRCODE = 'data_exception';
            END IF;
            walked := sha256(walked || sha256(packed_each[i]));
            said := 'taken';
        END IF;
    END LOOP;
    IF said = 'taken' THEN
        INSERT INTO entry (table_id, part, number, day, at, kind, packed)
        SELECT wanted, file, first + each.i - 1, (stamp AT TIME ZONE 'UTC')::date, each.at, each.kind, each.packed
        FROM unnest(at_each, kinds, packed_each) WITH ORDINALITY AS each(at, kind, packed, i)
        WHERE each.i > head.number - first + 1;
        number := first + many - 1;
        chain := walked;
    END IF;
    UPDATE journal SET number = ship.number, chain = ship.chain, heard = stamp
    WHERE table_id = wanted AND part = file;
END $$;
