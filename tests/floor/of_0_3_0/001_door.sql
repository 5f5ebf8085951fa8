-- The tables of the floor, and the one door through which entries come in.
--
-- A table's id comes first in every key, so that the tables can be spread over machines by it. There is no
-- sequence, no constraint across tables and no extension. No account may write a row: a table's own may
-- call the door, and nothing else. All functions run as the owner and look names up in this schema alone.

CREATE SCHEMA floor;
REVOKE ALL ON SCHEMA floor FROM PUBLIC;
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;  -- of this version and of all that follow

CREATE TABLE floor.studio (
    studio text PRIMARY KEY,
    name text NOT NULL
);

CREATE TABLE floor.tables (
    table_id text PRIMARY KEY,
    studio text NOT NULL,
    name text NOT NULL,
    room text NOT NULL DEFAULT '',
    switch text NOT NULL DEFAULT '',
    game text NOT NULL,
    rules text NOT NULL,
    account name NOT NULL UNIQUE
);

-- The witness: how far each file of a table's journal has come, one row a file. Number and chain are only
-- ever moved on along a chain that the door computed itself.
CREATE TABLE floor.journal (
    table_id text NOT NULL,
    part integer NOT NULL,
    begins bytea NOT NULL,
    heading text NOT NULL,
    number bigint NOT NULL,
    chain bytea NOT NULL,
    heard timestamptz NOT NULL,
    disputed boolean NOT NULL DEFAULT false,
    PRIMARY KEY (table_id, part)
) WITH (fillfactor = 50);

-- An entry as the bytes that its digest is computed of. One that could not be taken has its digest alone.
-- The day is that of the floor's own clock on arrival: a table's clock may say 1970.
CREATE TABLE floor.entry (
    table_id text NOT NULL,
    part integer NOT NULL,
    number bigint NOT NULL,
    day date NOT NULL,
    at timestamptz NOT NULL,
    kind text NOT NULL,
    packed bytea,
    digest bytea CHECK ((packed IS NULL) = (digest IS NOT NULL)),
    PRIMARY KEY (table_id, part, number, day)
) PARTITION BY RANGE (day);
CREATE INDEX entry_at ON floor.entry (day DESC, at DESC);
CREATE TABLE floor.entry_other PARTITION OF floor.entry DEFAULT;

-- How a table stands now, as it told itself: derived, and replaced each time. The part is the one that it
-- ships now.
CREATE TABLE floor.state (
    table_id text PRIMARY KEY,
    part integer NOT NULL,
    heard timestamptz NOT NULL,
    changed timestamptz NOT NULL,
    told jsonb
) WITH (fillfactor = 50);

-- What did not fit what the floor holds. Nothing is ever taken out of it.
CREATE TABLE floor.dispute (
    table_id text NOT NULL,
    part integer NOT NULL,
    at timestamptz NOT NULL,
    said text NOT NULL,
    number bigint NOT NULL,
    ours bytea NOT NULL,
    theirs bytea NOT NULL,
    PRIMARY KEY (table_id, part, at, said, number)
);

CREATE FUNCTION floor.make_days(first date, days integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Has a partition for each of these days; one that is there stays. A day whose first entries came before it
-- was made keeps them where all such are: its partition can't be made any more.
DECLARE
    day date;
    part_name text;
BEGIN
    FOR day IN SELECT first + i FROM generate_series(0, days - 1) AS i LOOP
        part_name := 'entry_' || to_char(day, 'YYYYMMDD');
        CONTINUE WHEN to_regclass('floor.' || part_name) IS NOT NULL;
        BEGIN
            EXECUTE format(
                'CREATE TABLE IF NOT EXISTS floor.%I PARTITION OF floor.entry FOR VALUES FROM (%L) TO (%L)',
                part_name, day, day + 1
            );
        EXCEPTION WHEN check_violation THEN
            CONTINUE;
        END;
    END LOOP;
END $$;

CREATE FUNCTION floor.numbered(number bigint) RETURNS bytea
LANGUAGE sql IMMUTABLE AS $$
-- A whole number as MessagePack writes it, which is how an entry's bytes begin after their first. It names no
-- schema and sets none, so that it is made part of the statement that asks; only the owner's functions ask.
SELECT CASE
    WHEN number < 128 THEN pg_catalog.substr(pg_catalog.int8send(number), 8)
    WHEN number < 256 THEN '\xcc'::bytea || pg_catalog.substr(pg_catalog.int8send(number), 8)
    WHEN number < 65536 THEN '\xcd'::bytea || pg_catalog.substr(pg_catalog.int8send(number), 7)
    WHEN number < 4294967296 THEN '\xce'::bytea || pg_catalog.substr(pg_catalog.int8send(number), 5)
    ELSE '\xcf'::bytea || pg_catalog.int8send(number)
END $$;

CREATE FUNCTION floor.own(wanted text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Whether a table is that of the account that is connected.
SELECT EXISTS (SELECT FROM tables WHERE table_id = wanted AND account = session_user)
$$;

CREATE FUNCTION floor.ship(
    wanted text, file integer, began bytea, said_heading text,
    first bigint, before bytea, at_each timestamptz[], kinds text[], packed_each bytea[], now_told jsonb,
    OUT said text, OUT number bigint, OUT chain bytea, OUT news jsonb
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The door. Entries first, first + 1, ... of a file of a table's journal; none is a sign of life.
--
-- said is taken or known (had already, to the byte), behind (send from number + 1), forked (another entry or
-- chain stands there), replaced (the file begins otherwise), shrunk (the file ends before what it shipped) or
-- disputed. From forked on nothing is taken until the file goes on as another part. number and chain are the
-- floor's head, and the answer is all that a shipper needs to go on. news is what the table's dealer is to
-- know: who is coming. Of calls and hints knows the version that follows.
DECLARE
    head journal%ROWTYPE;
    many integer := coalesce(array_length(packed_each, 1), 0);
    walked bytea;
    had bytea;
    at_number bigint;
    begun bytea;
    told_before jsonb;
    calling boolean;
    stamp timestamptz := clock_timestamp();
BEGIN
    IF NOT own(wanted) THEN
        RAISE EXCEPTION 'not the account of table %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF many > 1000 OR many <> coalesce(array_length(at_each, 1), 0)
        OR many <> coalesce(array_length(kinds, 1), 0) OR first < 1 OR length(before) <> 32
        OR length(began) <> 32 OR pg_column_size(packed_each) > 8388608 OR octet_length(said_heading) > 65536
        OR octet_length(now_told::text) > 65536 OR jsonb_typeof(now_told) <> 'object'
    THEN
        RAISE EXCEPTION 'no batch' USING ERRCODE = 'data_exception';
    END IF;
    IF now_told IS NOT NULL THEN
        SELECT told INTO told_before FROM state WHERE table_id = wanted;
    END IF;
    INSERT INTO state AS kept VALUES (wanted, file, stamp, stamp, now_told)
    ON CONFLICT (table_id) DO UPDATE SET part = file, heard = stamp, told = coalesce(now_told, kept.told),
        changed = CASE WHEN kept.told = coalesce(now_told, kept.told) THEN kept.changed ELSE stamp END
    RETURNING told -> 'call' IS NOT NULL INTO calling;
    IF now_told IS NOT NULL AND told_before IS DISTINCT FROM now_told THEN
        PERFORM told_anew(wanted, file, told_before, now_told);
    END IF;
    news := CASE WHEN calling THEN news_of(wanted) ELSE '{"coming": null}' END;
    SELECT * INTO head FROM journal WHERE table_id = wanted AND part = file FOR UPDATE;
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
            SELECT coalesce(entry.digest, sha256(entry.packed)) INTO had FROM entry
            WHERE entry.table_id = wanted AND entry.part = file AND entry.number = at_number;
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

CREATE FUNCTION floor.pass(
    wanted text, file integer, at_number bigint, at_time timestamptz, of_kind text, its_digest bytea,
    OUT said text, OUT number bigint, OUT chain bytea
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Takes the digest alone of one entry that the door can't take, so that what follows does not wait behind it.
DECLARE
    head journal%ROWTYPE;
BEGIN
    IF NOT own(wanted) THEN
        RAISE EXCEPTION 'not the account of table %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    SELECT * INTO STRICT head FROM journal WHERE table_id = wanted AND part = file FOR UPDATE;
    number := head.number;
    chain := head.chain;
    IF head.disputed THEN
        said := 'disputed';
    ELSIF at_number <> head.number + 1 OR length(its_digest) <> 32 THEN
        said := CASE WHEN at_number <= head.number THEN 'known' ELSE 'behind' END;
    ELSE
        said := 'taken';
        number := at_number;
        chain := sha256(head.chain || its_digest);
        INSERT INTO entry (table_id, part, number, day, at, kind, digest)
        VALUES (wanted, file, at_number, (clock_timestamp() AT TIME ZONE 'UTC')::date, at_time, of_kind, its_digest);
        UPDATE journal SET number = pass.number, chain = pass.chain, heard = clock_timestamp()
        WHERE table_id = wanted AND part = file;
    END IF;
END $$;

CREATE FUNCTION floor.disputed(
    wanted text, file integer, what text, at_number bigint, ours bytea, theirs bytea
) RETURNS void LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- Keeps what did not fit, once, and stops the file: it goes on as another part.
BEGIN
    UPDATE journal SET disputed = true, heard = clock_timestamp() WHERE table_id = wanted AND part = file;
    INSERT INTO dispute SELECT wanted, file, clock_timestamp(), what, at_number, ours, theirs
    WHERE NOT EXISTS (
        SELECT FROM dispute AS d WHERE (d.table_id, d.part, d.said, d.number, d.theirs)
            = (wanted, file, what, at_number, disputed.theirs)
    );
    PERFORM hint();
END $$;

CREATE FUNCTION floor.hello(
    wanted text, OUT part integer, OUT begins bytea, OUT number bigint, OUT chain bytea, OUT stopped boolean
) RETURNS SETOF record LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- What the floor holds of a table's journal, a row a file, by which it finds its place.
BEGIN
    IF NOT own(wanted) THEN
        RAISE EXCEPTION 'not the account of table %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN QUERY SELECT j.part, j.begins, j.number, j.chain, j.disputed FROM journal AS j
    WHERE j.table_id = wanted ORDER BY j.part;
END $$;

-- What an account may. Accounts are members of one of these; who may connect is the server's to say.
GRANT USAGE ON SCHEMA floor TO floor_table;
GRANT EXECUTE ON FUNCTION floor.ship, floor.pass, floor.hello TO floor_table;
