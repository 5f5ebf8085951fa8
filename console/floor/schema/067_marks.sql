-- What an account's settings and password are now is looked up once for each account. Before, where PostgreSQL had
-- no figures of its accounts yet, it was looked up for each pair of them: of two hundred tables for a minute.

CREATE OR REPLACE FUNCTION floor.undone() RETURNS TABLE (account name, table_id text, what text)
LANGUAGE sql STABLE SET search_path = floor, pg_temp AS $$
-- The accounts that have changed what was set for them: ``settings`` or ``password``. One without a mark is of
-- before, and one that is locked already can't connect.
WITH marked AS MATERIALIZED (
    SELECT w.account, w.table_id, w.id, regexp_match(
        shobj_description(w.id, 'pg_authid'), '^floor ([0-9a-f]{32}) ([0-9a-f]{32})?$'
    ) AS mark
    FROM watched_accounts() AS w
), found AS MATERIALIZED (
    SELECT m.account, m.table_id, m.id, m.mark, settings_mark(m.id) AS settings,
        nullif(password_mark(m.id), '') AS password
    FROM marked AS m WHERE m.mark IS NOT NULL
)
SELECT f.account, f.table_id, CASE WHEN f.mark[1] <> f.settings THEN 'settings' ELSE 'password' END
FROM found AS f JOIN pg_roles AS r ON r.oid = f.id
WHERE r.rolcanlogin AND (f.mark[1] <> f.settings OR f.mark[2] <> f.password)
$$;
