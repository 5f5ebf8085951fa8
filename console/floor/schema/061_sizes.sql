-- A line of a table is 1 MiB at most. Of an entry that is larger the floor has the digest alone, so that a page of the
-- log stays small, whatever one table wrote. What is there from before stays.

ALTER TABLE floor.entry ADD CONSTRAINT entry_size CHECK (octet_length(packed) <= 1048576) NOT VALID;
