-- The lists of windows, of what they see and of tokens are held beside the diary, as those of tables are: a window
-- that was added or taken out, or a token that was given, beside the commands is found. Only the administrator reads
-- them whole. Of a diary that began before, what there is now is told once more.

CREATE FUNCTION floor.diary_lists() RETURNS TABLE (relation text, is_now jsonb)
LANGUAGE sql STABLE SET search_path = floor, pg_temp SET timezone = 'UTC' SET bytea_output = 'hex' AS $$
SELECT 'window_account', to_jsonb(r) FROM window_account AS r
UNION ALL SELECT 'watch', to_jsonb(r) FROM watch AS r
UNION ALL SELECT 'token', to_jsonb(r) FROM token AS r
$$;

CREATE OR REPLACE FUNCTION floor.begin_diary() RETURNS void
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- Begins the chain with what there is. Whoever does it a second time is found by all who saw the first.
DECLARE
    each record;
    begun bytea := sha256(uuid_send(gen_random_uuid()));
BEGIN
    DELETE FROM diary_chain;
    DELETE FROM diary_head;
    INSERT INTO diary_head (begins, number, chain) VALUES (begun, 0, begun);
    FOR each IN SELECT * FROM diary_rows() UNION ALL SELECT * FROM diary_lists() LOOP
        PERFORM chained(each.relation, 'there', NULL, each.is_now);
    END LOOP;
END $$;

DO $$
DECLARE
    each record;
BEGIN
    FOR each IN SELECT * FROM floor.diary_lists() LOOP
        PERFORM floor.chained(each.relation, 'there', NULL, each.is_now);
    END LOOP;
END $$;

REVOKE ALL ON FUNCTION floor.diary_lists FROM PUBLIC;
