-- What a witness asks of the floor: how far each file has come, and the digests that lead there.
--
-- A digest says nothing of an entry that the table has not shown: none of those is here. Whoever asks computes
-- the chain himself; nothing that these functions say is to be believed without that.

CREATE FUNCTION floor.may_witness(wanted text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Whether the account that is connected is the table's own, or sees its studio, or is an administrator's.
SELECT own(wanted) OR pg_has_role(session_user, 'floor_owner', 'MEMBER')
    OR EXISTS (SELECT FROM tables WHERE table_id = wanted AND studio = ANY(own_studios()))
$$;

CREATE FUNCTION floor.held(
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

CREATE FUNCTION floor.digests(wanted text, file integer, first bigint, last bigint) RETURNS bytea
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The digests of a part's entries, 32 bytes each, one after the other; of 16,384 at most. Of entries that stand
-- as rows they are computed of the bytes that are there now; of a closed day they were kept as it was packed, and
-- that they are its entries' own `floor verify` computes.
DECLARE
    upto bigint := least(last, first + 16383);
BEGIN
    IF NOT may_witness(wanted) THEN
        RAISE EXCEPTION 'not the account of table %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN coalesce((
        SELECT string_agg(
            substr(
                b.digests,
                (greatest(first - b.block * 1024, 1) - 1)::integer * 32 + 1,
                (least(upto - b.block * 1024, 1024) - greatest(first - b.block * 1024, 1) + 1)::integer * 32
            ), ''::bytea ORDER BY b.block
        )
        FROM block AS b WHERE b.table_id = wanted AND b.part = file
        AND b.block BETWEEN (first - 1) / 1024 AND (upto - 1) / 1024
    ), ''::bytea) || coalesce((
        SELECT string_agg(coalesce(e.digest, sha256(e.packed)), ''::bytea ORDER BY e.number)
        FROM entry AS e WHERE e.table_id = wanted AND e.part = file AND e.number BETWEEN first AND upto
    ), ''::bytea);
END $$;

CREATE FUNCTION floor.digest_over(wanted text, file integer, first bigint, last bigint) RETURNS bytea
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- One digest over all of them, by which two histories are compared without sending either.
SELECT sha256(digests(wanted, file, first, last))
$$;

CREATE FUNCTION floor.catch_up(
    wanted text, file integer, began bytea, said_heading text,
    first bigint, before bytea, at_each timestamptz[], kinds text[], packed_each bytea[], now_told jsonb,
    OUT said text, OUT number bigint, OUT chain bytea, OUT news jsonb
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The door for a large batch: four at a time, so that tables which come back at one moment leave room for
-- those that play. To the others it says wait, and has taken nothing.
BEGIN
    IF NOT own(wanted) THEN
        RAISE EXCEPTION 'not the account of table %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    FOR slot IN 1 .. 4 LOOP
        IF pg_try_advisory_xact_lock(1179405129, slot) THEN
            SELECT s.said, s.number, s.chain, s.news INTO said, number, chain, news
            FROM ship(wanted, file, began, said_heading, first, before, at_each, kinds, packed_each, now_told) AS s;
            RETURN;
        END IF;
    END LOOP;
    said := 'wait';
    number := first - 1;
    chain := before;
END $$;

CREATE FUNCTION floor.pass_by(
    wanted text, file integer, at_number bigint, before bytea, at_time text, of_kind text, its_digest bytea,
    OUT said text, OUT number bigint, OUT chain bytea
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Takes the digest alone of one entry that the door can't take, so that what follows does not wait behind it.
-- A time that is none is the epoch's, so that nothing that a journal can say stands in the way.
DECLARE
    head journal%ROWTYPE;
    had bytea;
    at_said timestamptz := 'epoch';
BEGIN
    IF NOT own(wanted) THEN
        RAISE EXCEPTION 'not the account of table %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF length(its_digest) <> 32 OR length(before) <> 32 OR octet_length(of_kind) > 200 THEN
        RAISE EXCEPTION 'no digest' USING ERRCODE = 'data_exception';
    END IF;
    BEGIN
        at_said := at_time::timestamptz;
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
        INSERT INTO entry (table_id, part, number, day, at, kind, digest)
        VALUES (wanted, file, at_number, (clock_timestamp() AT TIME ZONE 'UTC')::date, at_said, of_kind, its_digest);
        UPDATE journal SET number = pass_by.number, chain = pass_by.chain, heard = clock_timestamp()
        WHERE table_id = wanted AND part = file;
    END IF;
END $$;

CREATE FUNCTION floor.shrunk(wanted text, file integer, at_number bigint, its_chain bytea) RETURNS void
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

CREATE FUNCTION floor.replaced() RETURNS trigger
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
CREATE TRIGGER replaced AFTER INSERT ON floor.journal FOR EACH ROW EXECUTE FUNCTION floor.replaced();

DROP FUNCTION floor.pass(text, integer, bigint, timestamptz, text, bytea);
REVOKE ALL ON FUNCTION floor.may_witness, floor.held, floor.digests, floor.digest_over, floor.catch_up,
    floor.pass_by, floor.shrunk, floor.replaced FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.held, floor.digest_over TO floor_table, floor_boss, floor_supervisor, floor_witness;
GRANT EXECUTE ON FUNCTION floor.digests TO floor_boss, floor_supervisor, floor_witness;
GRANT EXECUTE ON FUNCTION floor.catch_up, floor.pass_by, floor.shrunk TO floor_table;
