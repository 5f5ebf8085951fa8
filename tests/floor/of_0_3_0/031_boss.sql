-- A boss's window opens a table, and reads what it has shown: as the boss may at the table itself.
--
-- Nothing is on the floor that a table has not shown, and no row of another studio is seen. A boss's account
-- reads entries as a supervisor's does; it changes none of them, and settles no dispute.

GRANT SELECT ON floor.entry, floor.checkpoint, floor.block TO floor_boss;
