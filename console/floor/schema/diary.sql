-- The chain of all changes of the lists, the windows' deeds and the disputes.

CREATE OR REPLACE FUNCTION floor.chained(relation text, done text, before jsonb, now_is jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = floor, pg_temp SET timezone = 'UTC' AS $$
-- One deed more, which waits for its number.
DECLARE
    whose text[];
BEGIN
    SELECT array_agg(DISTINCT each) INTO whose FROM (
        SELECT unnest(ARRAY[before ->> 'studio', now_is ->> 'studio']) AS each
        UNION SELECT studio FROM tables WHERE table_id IN (before ->> 'table_id', now_is ->> 'table_id')
        UNION SELECT studio FROM watch WHERE account::text IN (before ->> 'account', now_is ->> 'account')
        UNION SELECT studio FROM tables WHERE account::text IN (before ->> 'account', now_is ->> 'account')
    ) AS found WHERE each IS NOT NULL;
    INSERT INTO diary_queue (studios, said) VALUES (coalesce(whose, '{}'), jsonb_build_object(
        'at', clock_timestamp(), 'account', session_user, 'relation', relation, 'done', done,
        'before', before, 'row', now_is
    ));
END $$;

CREATE OR REPLACE FUNCTION floor.chain_row() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp SET timezone = 'UTC' SET bytea_output = 'hex' AS $$
-- A row of a list was made, changed or taken out, by whomever.
BEGIN
    PERFORM chained(
        TG_TABLE_NAME, lower(TG_OP),
        CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END, CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END
    );
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION floor.keep_in_diary(relation text) RETURNS void
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- Has each change of a relation kept in the diary, at the very end of a transaction: no table waits for another's
-- batch because both were disputed.
BEGIN
    IF NOT EXISTS (
        SELECT FROM pg_trigger WHERE tgrelid = format('floor.%I', relation)::regclass AND tgname = 'chained'
    ) THEN
        EXECUTE format(
            'CREATE CONSTRAINT TRIGGER chained AFTER INSERT OR UPDATE OR DELETE ON floor.%I '
            'DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION floor.chain_row()',
            relation
        );
    END IF;
END $$;

CREATE OR REPLACE FUNCTION floor.diary_rows() RETURNS TABLE (relation text, is_now jsonb)
LANGUAGE sql STABLE SET search_path = floor, pg_temp SET timezone = 'UTC' SET bytea_output = 'hex' AS $$
-- What the lists hold now, as the account that asks sees them: beside it the diary is held.
SELECT 'studio', to_jsonb(r) FROM studio AS r
UNION ALL SELECT 'tables', to_jsonb(r) FROM tables AS r
UNION ALL SELECT 'diary', to_jsonb(r) FROM diary AS r
UNION ALL SELECT 'dispute', to_jsonb(r) FROM dispute AS r
UNION ALL SELECT 'duty', to_jsonb(r) FROM duty AS r
$$;

CREATE OR REPLACE FUNCTION floor.begin_diary() RETURNS void
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- Begins the chain with what there is. All who saw the first chain find it when it is begun a second time.
DECLARE
    each record;
    begun bytea := sha256(uuid_send(gen_random_uuid()));
BEGIN
    DELETE FROM diary_queue;
    DELETE FROM diary_chain;
    DELETE FROM diary_head;
    INSERT INTO diary_head (begins, number, chain) VALUES (begun, 0, begun);
    FOR each IN SELECT * FROM diary_rows() UNION ALL SELECT * FROM diary_lists() LOOP
        PERFORM chained(each.relation, 'there', NULL, each.is_now);
    END LOOP;
    WHILE number_diary() > 0 LOOP
        NULL;
    END LOOP;
END $$;

CREATE OR REPLACE FUNCTION floor.diary_end(OUT begins bytea, OUT number bigint, OUT chain bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- How far the diary has come: what a witness signs, and each window keeps.
SELECT h.begins, h.number, h.chain FROM diary_head AS h
$$;

CREATE OR REPLACE FUNCTION floor.diary_digests(first bigint, last bigint) RETURNS bytea
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The digests of the diary's entries, 32 bytes each; of 16,384 at most. They say nothing of another studio.
SELECT coalesce(string_agg(sha256(c.packed), ''::bytea ORDER BY c.number), ''::bytea)
FROM diary_chain AS c WHERE c.number BETWEEN first AND least(last, first + 16383)
$$;

-- The lists of windows, of what they see and of tokens are held beside the diary, as those of tables are: a window
-- that was added or taken out, or a token that was given, beside the commands is found. Only the administrator reads
-- them whole.
CREATE OR REPLACE FUNCTION floor.diary_lists() RETURNS TABLE (relation text, is_now jsonb)
LANGUAGE sql STABLE SET search_path = floor, pg_temp SET timezone = 'UTC' SET bytea_output = 'hex' AS $$
SELECT 'window_account', to_jsonb(r) FROM window_account AS r
UNION ALL SELECT 'watch', to_jsonb(r) FROM watch AS r
UNION ALL SELECT 'token', to_jsonb(r) FROM token AS r
$$;

CREATE OR REPLACE FUNCTION floor.number_diary() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp SET timezone = 'UTC' AS $$
-- Gives numbers to what waits, and returns how many entries of the diary that made: 1000 at most. What a transaction
-- has not committed does not wait yet. Where another session does the same at this moment, nothing is done.
DECLARE
    head diary_head%ROWTYPE;
    each diary_queue%ROWTYPE;
    packed bytea;
    many integer := 0;
BEGIN
    SELECT * INTO head FROM diary_head FOR UPDATE SKIP LOCKED;
    IF NOT FOUND THEN
        RETURN 0;
    END IF;
    FOR each IN SELECT * FROM diary_queue ORDER BY id LIMIT 1000 LOOP
        head.number := head.number + 1;
        packed := convert_to((jsonb_build_object('number', head.number) || each.said)::text, 'UTF8');
        head.chain := sha256(head.chain || sha256(packed));
        INSERT INTO diary_chain VALUES (head.number, each.studios, packed);
        DELETE FROM diary_queue WHERE id = each.id;
        many := many + 1;
    END LOOP;
    UPDATE diary_head SET number = head.number, chain = head.chain WHERE many > 0;
    RETURN many;
END $$;

GRANT EXECUTE ON FUNCTION floor.diary_rows
    TO floor_supervisor;
GRANT EXECUTE ON FUNCTION floor.diary_end, floor.diary_digests, floor.number_diary
    TO floor_boss, floor_supervisor, floor_witness;
