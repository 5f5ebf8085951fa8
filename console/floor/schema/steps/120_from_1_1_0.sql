-- From a floor of version 1.1.0. Consoles of 0.3, whose start had no id, had a door of their own.

DROP FUNCTION IF EXISTS
    floor.ship(text, integer, bytea, text, bigint, bytea, timestamptz[], text[], bytea[], jsonb),
    floor.catch_up(text, integer, bytea, text, bigint, bytea, timestamptz[], text[], bytea[], jsonb);

-- What tables had put aside by then stays barred, and what they play can be: the entries with which those sets came may
-- lie in blocks.
CREATE TABLE IF NOT EXISTS floor.card_set (
    table_id text NOT NULL,
    number text NOT NULL,
    PRIMARY KEY (table_id, number)
);
INSERT INTO floor.card_set
SELECT DISTINCT s.table_id, number FROM floor.state AS s CROSS JOIN LATERAL (
    SELECT s.told ->> 'set' AS number UNION ALL SELECT jsonb_array_elements_text(
        CASE jsonb_typeof(s.told -> 'sets_aside') WHEN 'array' THEN s.told -> 'sets_aside' ELSE '[]'::jsonb END
    )
) AS had
WHERE length(number) BETWEEN 1 AND 40 ON CONFLICT DO NOTHING;
