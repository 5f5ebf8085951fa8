-- The partitions of days, and the closed days.

-- Days made beside play: a partition is made by itself and put in its place then. CREATE ... PARTITION OF would lock all
-- entries against everybody; attaching one locks out only another maker of days, and the partition of what lies outside
-- all days, where play puts nothing.
CREATE OR REPLACE FUNCTION floor.make_days(first date, days integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Has a partition for each of these days; one that is there stays. A day whose first entries came before it
-- was made keeps them where all such are: its partition can't be made any more. Where somebody reads for long,
-- the day is left to the next who asks: windows do each hour, and it is made a week before.
DECLARE
    day date;
    part_name text;
    waits text := current_setting('lock_timeout');
BEGIN
    PERFORM set_config('lock_timeout', '100ms', true);
    FOR day IN SELECT first + i FROM generate_series(0, days - 1) AS i LOOP
        part_name := 'entry_' || to_char(day, 'YYYYMMDD');
        CONTINUE WHEN to_regclass('floor.' || part_name) IS NOT NULL;
        BEGIN
            EXECUTE format('CREATE TABLE floor.%I (LIKE floor.entry INCLUDING ALL)', part_name);
            EXECUTE format(
                'ALTER TABLE floor.entry ATTACH PARTITION floor.%I FOR VALUES FROM (%L) TO (%L)',
                part_name, day, day + 1
            );
        EXCEPTION WHEN check_violation OR lock_not_available OR duplicate_table OR unique_violation THEN
            CONTINUE;
        END;
    END LOOP;
    PERFORM set_config('lock_timeout', waits, true);
END $$;

CREATE OR REPLACE FUNCTION floor.prepare_days() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Has partitions for today and the seven days that follow. Whether entries lie outside all days, because for
-- longer than that nobody called this. Windows do at their start and each hour, and so are known to be there.
BEGIN
    INSERT INTO heard VALUES (session_user, clock_timestamp(), left(current_setting('application_name'), 64))
    ON CONFLICT (account) DO UPDATE SET at = excluded.at, program = excluded.program;
    PERFORM make_days((clock_timestamp() AT TIME ZONE 'UTC')::date, 8);
    RETURN EXISTS (SELECT FROM entry_other);
END $$;

CREATE OR REPLACE FUNCTION floor.closed_to(wanted text, file integer) RETURNS bigint
LANGUAGE sql STABLE SET search_path = floor, pg_temp AS $$
-- The last entry of a part that stands in a block and not as a row; 0 where none does.
SELECT coalesce((
    SELECT number FROM block WHERE table_id = wanted AND part = file ORDER BY block.block DESC LIMIT 1
), 0)
$$;

GRANT EXECUTE ON FUNCTION floor.prepare_days
    TO floor_boss, floor_indexer, floor_supervisor, floor_witness;
