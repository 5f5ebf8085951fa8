-- What a witness asks of the floor: how far each file has come, and the digests that lead there; and a file that does
-- not fit what the floor holds.
--
-- A digest says nothing of an entry that the table has not shown: none of those is here. The asker computes the chain
-- himself; nothing that these functions say is to be believed without that.

CREATE OR REPLACE FUNCTION floor.held(
    wanted text, OUT part integer, OUT begins bytea, OUT number bigint, OUT chain bytea, OUT stopped boolean,
    OUT heading text
) RETURNS SETOF record LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- What the floor holds of a table's journal, a row a file, with what each file says of itself.
BEGIN
    IF NOT may_witness(wanted) THEN
        RAISE EXCEPTION 'not the account of table %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN QUERY SELECT j.part, j.begins, j.number, j.chain, j.disputed, j.heading FROM journal AS j
    WHERE j.table_id = wanted ORDER BY j.part;
END $$;

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

CREATE OR REPLACE FUNCTION floor.digest_over(wanted text, file integer, first bigint, last bigint) RETURNS bytea
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- One digest over all of them, by which two histories are compared without sending either.
SELECT sha256(digests(wanted, file, first, last))
$$;

CREATE OR REPLACE FUNCTION floor.catch_up(
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
        ELSIF said = 'taken' THEN  -- else one that is not taken, and counts for nothing, would write all the same
            INSERT INTO place VALUES (wanted, clock_timestamp() + interval '10 s')
            ON CONFLICT (table_id) DO UPDATE SET until = excluded.until;
        END IF;
        RETURN;
    END IF;
    said := 'wait';
    number := first - 1;
    chain := before;
END $$;

CREATE OR REPLACE FUNCTION floor.pass_by(
    wanted text, file integer, at_number bigint, before bytea, at_time text, of_kind text, its_digest bytea,
    OUT said text, OUT number bigint, OUT chain bytea
) LANGUAGE sql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
SELECT must_spend(wanted, 500);
SELECT said, number, chain FROM pass_by_within(wanted, file, at_number, before, at_time, of_kind, its_digest)
$$;

CREATE OR REPLACE FUNCTION floor.pass_by_within(
    wanted text, file integer, at_number bigint, before bytea, at_time text, of_kind text, its_digest bytea,
    OUT said text, OUT number bigint, OUT chain bytea
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Takes the digest alone of one entry that the door can't take, so that what follows does not wait behind it.
-- A time that is none, or that no reader can take, is the epoch's, so that nothing that a journal can say stands in
-- the way.
DECLARE
    head journal%ROWTYPE;
    had bytea;
    at_said timestamptz := 'epoch';
    stamp timestamptz;
BEGIN
    IF NOT own(wanted) THEN
        RAISE EXCEPTION 'not the account of table %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF length(its_digest) <> 32 OR length(before) <> 32 OR octet_length(of_kind) > 200 THEN
        RAISE EXCEPTION 'no digest' USING ERRCODE = 'data_exception';
    END IF;
    BEGIN
        at_said := at_time::timestamptz;
        IF at_said NOT BETWEEN '0001-01-02 00:00+00' AND '9999-12-30 00:00+00' THEN
            at_said := 'epoch';
        END IF;
    EXCEPTION WHEN data_exception THEN
        NULL;
    END;
    SELECT * INTO STRICT head FROM journal WHERE table_id = wanted AND part = file FOR UPDATE;
    number := head.number;
    chain := head.chain;
    IF head.disputed THEN
        said := 'disputed';
    ELSIF at_number > head.number + 1 THEN
        said := 'behind';
    ELSIF at_number <= head.number THEN
        had := nullif(digests(wanted, file, at_number, at_number), '');
        said := 'known';
        IF had IS DISTINCT FROM its_digest THEN
            said := 'forked';
            PERFORM disputed(wanted, file, said, at_number, coalesce(had, ''), its_digest);
        END IF;
    ELSIF before <> head.chain THEN
        said := 'forked';
        PERFORM disputed(wanted, file, said, head.number, head.chain, before);
    ELSE
        said := 'taken';
        number := at_number;
        chain := sha256(head.chain || its_digest);
        stamp := not_before(head.heard, clock_timestamp());
        INSERT INTO entry (table_id, part, number, day, at, kind, digest)
        VALUES (wanted, file, at_number, (stamp AT TIME ZONE 'UTC')::date, at_said, of_kind, its_digest);
        UPDATE journal SET number = pass_by_within.number, chain = pass_by_within.chain, heard = stamp
        WHERE table_id = wanted AND part = file;
    END IF;
END $$;

CREATE OR REPLACE FUNCTION floor.shrunk(wanted text, file integer, at_number bigint, its_chain bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
SELECT must_spend(wanted, 500);
SELECT shrunk_within(wanted, file, at_number, its_chain)
$$;

CREATE OR REPLACE FUNCTION floor.shrunk_within(wanted text, file integer, at_number bigint, its_chain bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The table looked, and its file ends before what it shipped.
DECLARE
    head journal%ROWTYPE;
BEGIN
    IF NOT own(wanted) THEN
        RAISE EXCEPTION 'not the account of table %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    SELECT * INTO head FROM journal WHERE table_id = wanted AND part = file FOR UPDATE;
    IF FOUND AND NOT head.disputed AND at_number < head.number AND length(its_chain) = 32 THEN
        PERFORM disputed(wanted, file, 'shrunk', at_number, head.chain, its_chain);
    END IF;
END $$;

CREATE OR REPLACE FUNCTION floor.replaced() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- A file that goes on from none that the floor holds, though it holds some of this table, is a dispute. It is
-- taken all the same: what it holds is a history, too.
DECLARE
    newest journal%ROWTYPE;
    goes_on jsonb;
BEGIN
    SELECT * INTO newest FROM journal WHERE table_id = NEW.table_id AND part < NEW.part ORDER BY part DESC LIMIT 1;
    IF NOT FOUND OR EXISTS (SELECT FROM journal AS j WHERE j.table_id = NEW.table_id AND j.part < NEW.part
        AND j.begins = NEW.begins)
    THEN
        RETURN NEW;
    END IF;
    BEGIN
        goes_on := NEW.heading::jsonb -> 'follows';
        IF EXISTS (SELECT FROM journal AS j WHERE j.table_id = NEW.table_id AND j.part < NEW.part
            AND j.number = (goes_on ->> 'entries')::bigint AND j.chain = decode(goes_on ->> 'head', 'hex'))
        THEN
            RETURN NEW;
        END IF;
    EXCEPTION WHEN data_exception THEN
        NULL;  -- what it says of itself can't be read: then it goes on from none
    END;
    INSERT INTO dispute VALUES
        (NEW.table_id, NEW.part, clock_timestamp(), 'replaced', 0, newest.chain, NEW.begins);
    RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION floor.chain_at(wanted text, file integer, at_number bigint) RETURNS bytea
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

GRANT EXECUTE ON FUNCTION floor.held, floor.digest_over
    TO floor_boss, floor_supervisor, floor_table, floor_witness;
GRANT EXECUTE ON FUNCTION floor.digests
    TO floor_boss, floor_supervisor, floor_witness;
GRANT EXECUTE ON FUNCTION floor.pass_by, floor.shrunk, floor.catch_up
    TO floor_table;
