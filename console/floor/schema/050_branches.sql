-- Branches and twins.
--
-- A file that goes on otherwise than the floor has it ships what follows the last entry that both have, as a part
-- that branches off another: of the entries up to forks_after it has no rows, they are those of forks_of. Its first
-- block begins where a journal's own would, and so holds some of those, too.
--
-- Two consoles that play as one table fork in turn. Each start of a console has an id; a table that goes back to
-- an id which had it within the minute before is played at two consoles. From then on nothing of it is taken until
-- somebody says which one counts.

ALTER TABLE floor.journal ADD forks_of integer, ADD forks_after bigint NOT NULL DEFAULT 0, ADD forks_chain bytea,
    ADD CHECK ((forks_of IS NULL) = (forks_chain IS NULL));

-- The console that a table's batches come from now, and whether there are two of them. The table's clock is ahead
-- of the floor's by so much: by it the age of what the table tells is its own.
ALTER TABLE floor.state ADD console bytea, ADD twins boolean NOT NULL DEFAULT false, ADD ahead interval,
    ADD hinted timestamptz;

-- The starts of consoles that shipped as a table, the last sixteen. One is out once another of two counts.
CREATE TABLE floor.hand (
    table_id text NOT NULL,
    console bytea NOT NULL,
    address text NOT NULL,
    since timestamptz NOT NULL,
    heard timestamptz NOT NULL,
    left_at timestamptz,
    is_out boolean NOT NULL DEFAULT false,
    PRIMARY KEY (table_id, console)
);

CREATE TABLE floor.twins (
    table_id text NOT NULL,
    since timestamptz NOT NULL,
    settled timestamptz,
    counts bytea,
    PRIMARY KEY (table_id, since)
);

CREATE OR REPLACE FUNCTION floor.digests(wanted text, file integer, first bigint, last bigint) RETURNS bytea
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The digests of a part's entries, 32 bytes each, one after the other; of 16,384 at most. Of entries that stand
-- as rows they are computed of the bytes that are there now; of a closed day they were kept as it was packed, and
-- that they are its entries' own `floor verify` computes. What a branch does not have is the part's that it
-- branches off.
DECLARE
    upto bigint := least(last, first + 16383);
    head journal%ROWTYPE;
    own_first bigint;
    found bytea := '';
BEGIN
    IF NOT may_witness(wanted) THEN
        RAISE EXCEPTION 'not the account of table %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    SELECT * INTO head FROM journal AS j WHERE j.table_id = wanted AND j.part = file;
    IF head.forks_of IS NOT NULL AND first <= head.forks_after THEN
        found := digests(wanted, head.forks_of, first, least(upto, head.forks_after));
    END IF;
    own_first := greatest(first, coalesce(head.forks_after, 0) + 1);
    IF own_first > upto THEN
        RETURN found;
    END IF;
    RETURN found || coalesce((
        SELECT string_agg(
            substr(
                b.digests,
                (greatest(own_first - b.block * 1024, 1) - 1)::integer * 32 + 1,
                (least(upto - b.block * 1024, 1024) - greatest(own_first - b.block * 1024, 1) + 1)::integer * 32
            ), ''::bytea ORDER BY b.block
        )
        FROM block AS b WHERE b.table_id = wanted AND b.part = file
        AND b.block BETWEEN (own_first - 1) / 1024 AND (upto - 1) / 1024
    ), ''::bytea) || coalesce((
        SELECT string_agg(coalesce(e.digest, sha256(e.packed)), ''::bytea ORDER BY e.number)
        FROM entry AS e WHERE e.table_id = wanted AND e.part = file AND e.number BETWEEN own_first AND upto
    ), ''::bytea);
END $$;

CREATE FUNCTION floor.chain_at(wanted text, file integer, at_number bigint) RETURNS bytea
LANGUAGE plpgsql STABLE SET search_path = floor, pg_temp AS $$
-- The chain after an entry of a part, computed of what is held: from the last block that ends before it on. NULL
-- where an entry before it is not there.
DECLARE
    head journal%ROWTYPE;
    walked bytea;
    at bigint;
    read bytea;
BEGIN
    SELECT * INTO head FROM journal AS j WHERE j.table_id = wanted AND j.part = file;
    IF NOT FOUND OR at_number > head.number OR at_number < 0 THEN
        RETURN NULL;
    END IF;
    IF at_number < head.forks_after THEN
        RETURN chain_at(wanted, head.forks_of, at_number);
    END IF;
    at := head.forks_after;
    walked := coalesce(head.forks_chain, head.begins);
    SELECT b.number, b.chain INTO at, walked FROM block AS b
    WHERE b.table_id = wanted AND b.part = file AND b.number <= at_number ORDER BY b.block DESC LIMIT 1;
    IF NOT FOUND THEN
        at := head.forks_after;
        walked := coalesce(head.forks_chain, head.begins);
    END IF;
    WHILE at < at_number LOOP
        read := digests(wanted, file, at + 1, at_number);
        IF length(read) <> 32 * least(at_number - at, 16384) THEN
            RETURN NULL;
        END IF;
        FOR i IN 0 .. length(read) / 32 - 1 LOOP
            walked := sha256(walked || substr(read, i * 32 + 1, 32));
        END LOOP;
        at := at + length(read) / 32;
    END LOOP;
    RETURN walked;
END $$;

CREATE FUNCTION floor.branch(
    wanted text, file integer, began bytea, said_heading text, off_part integer, after bigint, its_chain bytea
) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- A part that goes on after an entry of another, which both have. False where what the floor holds does not lead
-- to the chain that the table has there, or another part has this number already.
BEGIN
    IF NOT own(wanted) THEN
        RAISE EXCEPTION 'not the account of table %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF after < 1 OR length(its_chain) <> 32 OR octet_length(said_heading) > 65536 THEN
        RAISE EXCEPTION 'no branch' USING ERRCODE = 'data_exception';
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

CREATE OR REPLACE FUNCTION floor.keep_states(wanted text, file integer, numbers bigint[], states bytea[])
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Keeps states at entries that came before; the last entry of which one is held, -1 of none. Without any it only
-- says that, by which a shipper goes on: of a branch from the entry on after which it begins.
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
    RETURN coalesce(
        last, (SELECT j.forks_after - 1 FROM journal AS j WHERE j.table_id = wanted AND j.part = file), -1
    );
END $$;

CREATE FUNCTION floor.begin_branch() RETURNS trigger
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- What a branch is found by begins with its own entries: those before are found as the other part's.
BEGIN
    NEW.number := coalesce((
        SELECT j.forks_after FROM journal AS j WHERE j.table_id = NEW.table_id AND j.part = NEW.part
    ), 0);
    RETURN NEW;
END $$;
CREATE TRIGGER begin_branch BEFORE INSERT ON floor.indexed FOR EACH ROW WHEN (NEW.number = 0)
EXECUTE FUNCTION floor.begin_branch();

CREATE FUNCTION floor.may_hand(
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

CREATE FUNCTION floor.count_console(wanted text, its_console bytea, by text, by_name text, why text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
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
    -- Whoever counts goes on as a part of its own, after the last entry that the floor has of it.
    UPDATE journal AS j SET disputed = true
    WHERE j.table_id = wanted AND NOT j.disputed AND j.heard > begun - interval '60 s';
    INSERT INTO diary (table_id, at, what, who, name, about, reason) VALUES
        (wanted, clock_timestamp(), 'counted', by, by_name, encode(its_console, 'hex'), coalesce(why, ''));
    PERFORM hint(), hint_table(wanted);
    RETURN true;
END $$;

DROP FUNCTION floor.told_anew(text, integer, jsonb, jsonb);
CREATE FUNCTION floor.told_anew(
    wanted text, file integer, before jsonb, said jsonb, its_clock timestamptz, last_hint timestamptz
) RETURNS void
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- Keeps the call that a table tells, and its end; windows are hinted where somebody may have to come, once a
-- second at most. What is no call as a console writes it is none: entries never wait because of what came with
-- them. A call began when the table says so: as long before this word of it as by the table's own clock.
DECLARE
    called jsonb := said -> 'call';
    stamp timestamptz := clock_timestamp();
    its_number bigint;
    its_since timestamptz;
    its_kind text := left(called ->> 'kind', 20);
    boss text := left(called ->> 'arrived', 64);
BEGIN
    IF ((before -> 'standing', before -> 'reason') IS DISTINCT FROM (said -> 'standing', said -> 'reason')
        OR before -> 'call' IS DISTINCT FROM called)
        AND coalesce(last_hint < stamp - interval '1 s', true)
    THEN
        UPDATE state AS s SET hinted = stamp WHERE s.table_id = wanted;
        PERFORM hint();
    END IF;
    IF before -> 'call' IS NOT DISTINCT FROM called THEN
        RETURN;
    END IF;
    IF jsonb_typeof(called) = 'object' AND its_kind <> '' THEN
        BEGIN
            its_number := called ->> 'number';
            its_since := called ->> 'since';
        EXCEPTION WHEN data_exception THEN
            its_number := NULL;
        END;
    END IF;
    UPDATE call SET ended = stamp WHERE table_id = wanted AND ended IS NULL
        AND (call, since) IS DISTINCT FROM (its_number, its_since);
    IF its_number IS NULL OR its_since IS NULL THEN
        RETURN;
    END IF;
    INSERT INTO call (table_id, call, since, part, kind, heard)
    VALUES (
        wanted, its_number, its_since, file, its_kind,
        stamp - least(greatest(coalesce(its_clock - its_since, '0'), '0'), interval '7 days')
    )
    ON CONFLICT (table_id, call, since) DO UPDATE SET part = file, kind = its_kind, ended = NULL;
    IF boss <> '' THEN
        UPDATE call SET arrived = boss, arrived_at = stamp
        WHERE table_id = wanted AND (call, since) = (its_number, its_since) AND arrived_at IS NULL;
        IF FOUND THEN
            INSERT INTO diary (table_id, at, what, who, name, about)
            VALUES (wanted, stamp, 'arrived', boss, '', its_number::text);
        END IF;
    END IF;
END $$;

CREATE FUNCTION floor.ship(
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
    stood state%ROWTYPE;
    hands record;
    calling boolean;
    stamp timestamptz := clock_timestamp();
BEGIN
    IF NOT own(wanted) THEN
        RAISE EXCEPTION 'not the account of table %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF many > 1000 OR many <> coalesce(array_length(at_each, 1), 0)
        OR many <> coalesce(array_length(kinds, 1), 0) OR first < 1 OR length(before) <> 32
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
    FOR i IN 1 .. many LOOP
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
        SELECT wanted, file, first + i - 1, (stamp AT TIME ZONE 'UTC')::date, at_each[i], kinds[i], packed_each[i]
        FROM generate_series(greatest(1, head.number - first + 2), many) AS i;
        number := first + many - 1;
        chain := walked;
    END IF;
    UPDATE journal SET number = ship.number, chain = ship.chain, heard = stamp
    WHERE table_id = wanted AND part = file;
END $$;

CREATE OR REPLACE FUNCTION floor.ship(
    wanted text, file integer, began bytea, said_heading text,
    first bigint, before bytea, at_each timestamptz[], kinds text[], packed_each bytea[], now_told jsonb,
    OUT said text, OUT number bigint, OUT chain bytea, OUT news jsonb
) LANGUAGE sql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The door for a console of 0.3, whose start has no id.
SELECT s.said, s.number, s.chain, s.news FROM floor.ship(
    wanted, file, began, said_heading, first, before, at_each, kinds, packed_each, now_told,
    NULL::bytea, NULL::timestamptz
) AS s
$$;

-- Places for large batches: a lease, so that nobody holds one by leaving a transaction open.
CREATE TABLE floor.place (
    table_id text PRIMARY KEY,
    until timestamptz NOT NULL
);

CREATE FUNCTION floor.catch_up(
    wanted text, file integer, began bytea, said_heading text,
    first bigint, before bytea, at_each timestamptz[], kinds text[], packed_each bytea[], now_told jsonb,
    its_console bytea, its_clock timestamptz,
    OUT said text, OUT number bigint, OUT chain bytea, OUT news jsonb
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The door for a large batch: four tables at a time, so that those which come back at one moment leave room for
-- those that play. To the others it says wait, and has taken nothing. A place is a table's for ten seconds from
-- its last large batch on, or until one that is not full; two that ask at one moment may both have the last.
BEGIN
    IF NOT own(wanted) THEN
        RAISE EXCEPTION 'not the account of table %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF (SELECT count(*) FROM place WHERE table_id <> wanted AND until > clock_timestamp()) < 4 THEN
        SELECT s.said, s.number, s.chain, s.news INTO said, number, chain, news FROM ship(
            wanted, file, began, said_heading, first, before, at_each, kinds, packed_each, now_told,
            its_console, its_clock
        ) AS s;
        IF array_length(packed_each, 1) < 1000 THEN
            DELETE FROM place WHERE table_id = wanted;
        ELSE
            INSERT INTO place VALUES (wanted, clock_timestamp() + interval '10 s')
            ON CONFLICT (table_id) DO UPDATE SET until = excluded.until;
        END IF;
        RETURN;
    END IF;
    said := 'wait';
    number := first - 1;
    chain := before;
END $$;

CREATE OR REPLACE FUNCTION floor.catch_up(
    wanted text, file integer, began bytea, said_heading text,
    first bigint, before bytea, at_each timestamptz[], kinds text[], packed_each bytea[], now_told jsonb,
    OUT said text, OUT number bigint, OUT chain bytea, OUT news jsonb
) LANGUAGE sql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The same for a console of 0.3, whose start has no id.
SELECT s.said, s.number, s.chain, s.news FROM floor.catch_up(
    wanted, file, began, said_heading, first, before, at_each, kinds, packed_each, now_told,
    NULL::bytea, NULL::timestamptz
) AS s
$$;

CREATE FUNCTION floor.moment_of(said text) RETURNS timestamptz
LANGUAGE plpgsql STABLE SET search_path = floor, pg_temp AS $$
-- A moment that a table told; NULL where it is none: no table takes the others' reading away.
BEGIN
    RETURN said::timestamptz;
EXCEPTION WHEN data_exception THEN
    RETURN NULL;
END $$;

CREATE FUNCTION floor.reading_beside() RETURNS TABLE (
    table_id text, stood double precision, twins jsonb, disputed text
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- What belongs to a reading beside what windows of 0.3 read. stood is for how many seconds a table has stood as it
-- does, by its own clock; NULL where it never said what its clock shows. twins is since when two consoles play as
-- this table, and which. What they did to its history is no dispute of its own.
#variable_conflict use_column
BEGIN
    RETURN QUERY
    SELECT s.table_id,
        greatest(date_part('epoch', now() + s.ahead - moment_of(s.told ->> 'since')), 0),
        CASE WHEN s.twins THEN (
            SELECT jsonb_build_object(
                'age', date_part('epoch', now() - w.since),
                'consoles', (
                    SELECT jsonb_agg(jsonb_build_object(
                        'id', encode(h.console, 'hex'), 'address', h.address,
                        'age', date_part('epoch', now() - h.since),
                        'heard', date_part('epoch', now() - h.heard)
                    ) ORDER BY h.since)
                    FROM hand AS h
                    WHERE h.table_id = s.table_id AND NOT h.is_out AND h.heard > w.since - interval '60 s'
                )
            ) FROM twins AS w WHERE w.table_id = s.table_id AND w.settled IS NULL
        ) END, d.said
    FROM state AS s JOIN tables AS t ON t.table_id = s.table_id
    LEFT JOIN (
        SELECT DISTINCT ON (o.table_id) o.table_id, o.said FROM dispute AS o
        WHERE o.at > coalesce((
            SELECT max(y.at) FROM diary AS y WHERE y.table_id = o.table_id AND y.what = 'settled'
        ), '-infinity') AND NOT EXISTS (
            SELECT FROM twins AS w WHERE w.table_id = o.table_id
            AND o.at BETWEEN w.since - interval '60 s' AND coalesce(w.settled, 'infinity')
        ) ORDER BY o.table_id, o.at DESC
    ) AS d ON d.table_id = s.table_id
    WHERE t.studio = ANY ((SELECT own_studios())::text[]);
END $$;

SELECT floor.guard(relation) FROM unnest(ARRAY['hand', 'twins', 'place']) AS relation;
REVOKE ALL ON FUNCTION floor.chain_at, floor.branch, floor.may_hand, floor.count_console, floor.told_anew,
    floor.moment_of, floor.begin_branch, floor.reading_beside FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.branch TO floor_table;
GRANT EXECUTE ON FUNCTION floor.ship(
    text, integer, bytea, text, bigint, bytea, timestamptz[], text[], bytea[], jsonb, bytea, timestamptz
), floor.catch_up(
    text, integer, bytea, text, bigint, bytea, timestamptz[], text[], bytea[], jsonb, bytea, timestamptz
) TO floor_table;
GRANT EXECUTE ON FUNCTION floor.count_console, floor.reading_beside TO floor_boss, floor_supervisor;
GRANT SELECT ON floor.hand, floor.twins TO floor_boss, floor_supervisor;
