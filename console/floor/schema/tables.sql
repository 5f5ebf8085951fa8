-- All that a floor keeps. It comes after the functions, which its triggers and policies call.
--
-- A table's id comes first in every key, so that the tables can be spread over machines by it. There is no constraint
-- across tables and no extension. No account may write a row: a table's own may call the door, a window's own the
-- functions of its deeds.
--
-- Each statement may be repeated on a floor that is older than this file: what it makes is left as it is where it is
-- there. A step (steps/) changes what is there already.


-- Studios and tables

CREATE TABLE IF NOT EXISTS floor.studio (
    studio text PRIMARY KEY,
    name text NOT NULL
);

-- A table is known by its id, which is its name where that was free when it was added, and never changes.
CREATE TABLE IF NOT EXISTS floor.tables (
    table_id text PRIMARY KEY,
    studio text NOT NULL,
    name text NOT NULL,
    room text NOT NULL DEFAULT '',
    switch text NOT NULL DEFAULT '',
    game text NOT NULL,
    rules text NOT NULL,
    account name NOT NULL UNIQUE,
    retired timestamptz
);
CREATE UNIQUE INDEX IF NOT EXISTS tables_name ON floor.tables (studio, name);

-- The studios that an account sees.
CREATE TABLE IF NOT EXISTS floor.watch (
    account name NOT NULL,
    studio text NOT NULL,
    PRIMARY KEY (account, studio)
);


-- Journals

-- The witness: how far each file of a table's journal has come, one row a file. Number and chain are only ever moved on
-- along a chain that the door computed itself.
--
-- A file that goes on otherwise than the floor has it ships what follows the last entry that both have, as a part that
-- branches off another: of the entries up to forks_after it has no rows, they are those of forks_of. Its first block
-- begins where a journal's own would, and so holds some of those, too.
CREATE TABLE IF NOT EXISTS floor.journal (
    table_id text NOT NULL,
    part integer NOT NULL,
    begins bytea NOT NULL,
    heading text NOT NULL,
    number bigint NOT NULL,
    chain bytea NOT NULL,
    heard timestamptz NOT NULL,
    disputed boolean NOT NULL DEFAULT false,
    forks_of integer,
    forks_after bigint NOT NULL DEFAULT 0,
    forks_chain bytea,
    PRIMARY KEY (table_id, part),
    CHECK ((forks_of IS NULL) = (forks_chain IS NULL))
) WITH (fillfactor = 50);

-- The card sets that came to a table by its own entries: no other that it reports as put aside is barred elsewhere.
CREATE TABLE IF NOT EXISTS floor.card_set (
    table_id text NOT NULL,
    number text NOT NULL,
    PRIMARY KEY (table_id, number)
);

-- An entry as the bytes that its digest is computed of. One that could not be taken has its digest alone, and so has
-- one of more than 1 MiB: a page of the log stays small, whatever one table wrote. The day is that of the floor's own
-- clock on arrival: a table's clock may say 1970. The door refuses a time or kind that no reader can take.
CREATE TABLE IF NOT EXISTS floor.entry (
    table_id text NOT NULL,
    part integer NOT NULL,
    number bigint NOT NULL,
    day date NOT NULL,
    at timestamptz NOT NULL,
    kind text NOT NULL,
    packed bytea CONSTRAINT entry_size CHECK (octet_length(packed) <= 1048576),
    digest bytea CHECK ((packed IS NULL) = (digest IS NOT NULL)),
    PRIMARY KEY (table_id, part, number, day),
    CONSTRAINT entry_labels CHECK (
        at BETWEEN '0001-01-02 00:00+00' AND '9999-12-30 00:00+00' AND octet_length(kind) <= 65536
    )
) PARTITION BY RANGE (day);
CREATE INDEX IF NOT EXISTS entry_at ON floor.entry (day DESC, at DESC);
CREATE TABLE IF NOT EXISTS floor.entry_other PARTITION OF floor.entry DEFAULT;

-- A table's states as its journal kept them. An entry holds the digest of the state that was kept at it, and where a
-- file's chain begins that of its first: a reader who computes the table again compares, so nothing is checked here but
-- whose it is and how much.
CREATE TABLE IF NOT EXISTS floor.checkpoint (
    table_id text NOT NULL,
    part integer NOT NULL,
    number bigint NOT NULL,
    state bytea NOT NULL,
    PRIMARY KEY (table_id, part, number)
);

-- Closed days in blocks: 1,024 entries of a part together, packed. The blocks of a part stand without a gap from its
-- first entry on, the last of them may not be full yet; what comes after them stands as rows.
--
-- A block holds the bytes of its entries but for the large ones, so that all can be proven from it that could be from the rows: chain is the
-- chain after its last entry, root the one over the digests of a full one, as in a journal's own tree. The digests
-- stand beside them, so that a witness is answered without unpacking.
CREATE TABLE IF NOT EXISTS floor.block (
    table_id text NOT NULL,
    part integer NOT NULL,
    block bigint NOT NULL,
    number bigint NOT NULL,
    first_at timestamptz NOT NULL,
    last_at timestamptz NOT NULL,
    entries bytea NOT NULL,
    chain bytea NOT NULL,
    root bytea,
    digests bytea NOT NULL CHECK (length(digests) % 32 = 0),
    PRIMARY KEY (table_id, part, block)
);
ALTER TABLE floor.block ALTER COLUMN entries SET STORAGE EXTERNAL, ALTER COLUMN digests SET STORAGE EXTERNAL;

-- The bytes of the entries of closed days that are large: a block has their digests alone, so that none grows beyond what
-- a value or the server's memory can hold.
CREATE TABLE IF NOT EXISTS floor.large_entry (
    table_id text NOT NULL,
    part integer NOT NULL,
    number bigint NOT NULL,
    packed bytea NOT NULL,
    PRIMARY KEY (table_id, part, number)
);

-- The day on which entries arrived whose day is closed: as far as this number, by day.
CREATE TABLE IF NOT EXISTS floor.arrived (
    table_id text COLLATE "C" NOT NULL,
    part integer NOT NULL,
    number bigint NOT NULL,
    day date NOT NULL,
    PRIMARY KEY (table_id, part, number)
);


-- Tables at work

-- How a table stands now, as it reported itself: derived, and replaced each time. The part is the one that it ships
-- now. console is the console that its batches come from, twins whether there are two. Its clock is ahead of the
-- floor's by so much: by that the age of what it reports is its own.
CREATE TABLE IF NOT EXISTS floor.state (
    table_id text PRIMARY KEY,
    part integer NOT NULL,
    heard timestamptz NOT NULL,
    changed timestamptz NOT NULL,
    told jsonb,
    console bytea,
    twins boolean NOT NULL DEFAULT false,
    ahead interval,
    hinted timestamptz
) WITH (fillfactor = 50);

-- The starts of consoles that shipped as a table, the last sixteen. One is out once another of two counts.
--
-- Two consoles that play as one table fork in turn. Each start of a console has an id; a table that goes back to an id
-- which had it within the minute before is played at two consoles. From then on nothing of it is taken until somebody
-- says which one counts.
CREATE TABLE IF NOT EXISTS floor.hand (
    table_id text NOT NULL,
    console bytea NOT NULL,
    address text NOT NULL,
    since timestamptz NOT NULL,
    heard timestamptz NOT NULL,
    left_at timestamptz,
    is_out boolean NOT NULL DEFAULT false,
    PRIMARY KEY (table_id, console)
);
CREATE TABLE IF NOT EXISTS floor.twins (
    table_id text NOT NULL,
    since timestamptz NOT NULL,
    settled timestamptz,
    counts bytea,
    PRIMARY KEY (table_id, since)
);

-- Places for large batches: a lease, so that nobody holds one by leaving a transaction open.
CREATE TABLE IF NOT EXISTS floor.place (
    table_id text PRIMARY KEY,
    until timestamptz NOT NULL
);

-- The names of the people at a table, beside its state, which is replaced: a wall that starts later knows the names of
-- those who have left the people's file since. A name belongs to the table that reported it, from an entry of that
-- table on: what another table calls the same person changes nothing of it. Entries hold ids alone; a name can be
-- erased here.
CREATE TABLE IF NOT EXISTS floor.person (
    table_id text NOT NULL,
    id text NOT NULL,
    name text NOT NULL,
    told timestamptz NOT NULL,
    part integer NOT NULL DEFAULT 1,
    number bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, id, part, number)
);


-- Disputes

-- What did not fit what the floor holds. Nothing is ever taken out of it.
CREATE TABLE IF NOT EXISTS floor.dispute (
    table_id text NOT NULL,
    part integer NOT NULL,
    at timestamptz NOT NULL,
    said text NOT NULL,
    number bigint NOT NULL,
    ours bytea NOT NULL,
    theirs bytea NOT NULL,
    PRIMARY KEY (table_id, part, at, said, number)
);
-- A table may dispute without end: each of its files that begins otherwise is one. The wall reads the open ones with
-- every reading; without this index it looked through the whole diary for each.
CREATE INDEX IF NOT EXISTS dispute_at ON floor.dispute (table_id, at);

-- Disputes beyond a hundred of a kind are counted until a table's disputes are settled: nothing is dropped unsaid.
CREATE TABLE IF NOT EXISTS floor.dispute_more (
    table_id text PRIMARY KEY,
    many bigint NOT NULL,
    since timestamptz NOT NULL
);


-- Calls, and deeds at the windows

-- A call is known by the entry that began it and by its time: which part it is in may change, where a file goes on as
-- another. A table has one open call at most.
CREATE TABLE IF NOT EXISTS floor.call (
    table_id text NOT NULL,
    call bigint NOT NULL,
    since timestamptz NOT NULL,
    part integer NOT NULL,
    kind text NOT NULL,
    heard timestamptz NOT NULL,
    taken_by text,
    taken_name text,
    taken_at timestamptz,
    arrived text,
    arrived_at timestamptz,
    ended timestamptz,
    PRIMARY KEY (table_id, call, since),
    CHECK ((taken_by IS NULL) = (taken_at IS NULL) AND (taken_by IS NULL) = (taken_name IS NULL))
);
CREATE INDEX IF NOT EXISTS call_open ON floor.call (table_id) WHERE ended IS NULL;

-- The supervisor on duty of a studio, one at a time; with an empty id nobody is. No row is ever removed.
CREATE TABLE IF NOT EXISTS floor.duty (
    studio text PRIMARY KEY REFERENCES floor.studio,
    who text NOT NULL,
    name text NOT NULL,
    since timestamptz NOT NULL
);

-- Alarms that somebody laid aside, until when and why.
CREATE TABLE IF NOT EXISTS floor.shelf (
    table_id text NOT NULL,
    what text NOT NULL,
    who text NOT NULL,
    name text NOT NULL,
    reason text NOT NULL,
    until timestamptz NOT NULL,
    PRIMARY KEY (table_id, what)
);

-- Who did what at the windows. Nothing is ever taken out of it.
CREATE TABLE IF NOT EXISTS floor.diary (
    table_id text NOT NULL,
    at timestamptz NOT NULL,
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    what text NOT NULL,
    who text NOT NULL,
    name text NOT NULL,
    account name NOT NULL DEFAULT session_user,
    about text NOT NULL DEFAULT '',
    reason text NOT NULL DEFAULT '',
    PRIMARY KEY (table_id, at, id)
);
CREATE INDEX IF NOT EXISTS diary_at ON floor.diary (at);
CREATE INDEX IF NOT EXISTS diary_settled ON floor.diary (table_id, at) WHERE what = 'settled';
-- Every five seconds each wall looks for the accounts whose sessions were ended.
CREATE INDEX IF NOT EXISTS diary_ended ON floor.diary (table_id, at) WHERE what IN ('session_ended', 'account_locked');

-- The names of those who took calls on a floor of before, from the call on with which each changed.
INSERT INTO floor.person (table_id, id, name, told, part, number)
SELECT table_id, taken_by, left(taken_name, 64), taken_at, part, call FROM (
    SELECT *, lag(taken_name) OVER (PARTITION BY table_id, taken_by ORDER BY part, call) AS before FROM floor.call
    WHERE taken_name <> ''
) AS c WHERE before IS DISTINCT FROM taken_name ON CONFLICT DO NOTHING;


-- The diary's chain

-- Each change of the lists, of the windows' deeds and of the disputes is an entry of one chain. A trigger makes it, so
-- that it is made whatever changed the row. An entry is kept as the bytes that its digest is of, as a table's is.
CREATE TABLE IF NOT EXISTS floor.diary_chain (
    number bigint PRIMARY KEY,
    studios text[] NOT NULL,
    packed bytea NOT NULL
);
CREATE TABLE IF NOT EXISTS floor.diary_head (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    begins bytea NOT NULL,
    number bigint NOT NULL,
    chain bytea NOT NULL
);
-- What all tables share is locked by no table's transaction. An entry is put into this queue, which needs no lock; a
-- job of the owner's numbers what is committed and links it to the chain. The server's own count orders what waits: its
-- clock may be set back.
CREATE TABLE IF NOT EXISTS floor.diary_queue (
    id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    studios text[] NOT NULL,
    said jsonb NOT NULL
);


-- Accounts

-- The windows by their names.
CREATE TABLE IF NOT EXISTS floor.window_account (
    account name PRIMARY KEY,
    name text NOT NULL,
    role text NOT NULL
);
-- How much a window's account has done since a moment, within a minute.
CREATE TABLE IF NOT EXISTS floor.deeds (
    account name PRIMARY KEY,
    since timestamptz NOT NULL,
    many integer NOT NULL
) WITH (fillfactor = 50);
-- When an account that is no table's was last heard.
CREATE TABLE IF NOT EXISTS floor.heard (
    account name PRIMARY KEY,
    at timestamptz NOT NULL,
    program text NOT NULL
);
-- Since when an account has its token.
CREATE TABLE IF NOT EXISTS floor.token (
    account name PRIMARY KEY,
    since timestamptz NOT NULL
);
-- The last time that an account was refused at the door, and the table that it asked for.
CREATE TABLE IF NOT EXISTS floor.refusal (
    account name PRIMARY KEY,
    at timestamptz NOT NULL,
    asked text NOT NULL
);

-- How many transactions of the database had been rolled back at a moment; the accounts of tables that asked then what
-- no console asks, or asked without a pause, or that wrote past the floor's functions; and the tables named for it last.
CREATE TABLE IF NOT EXISTS floor.rolled_back (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    at timestamptz NOT NULL DEFAULT now(),
    many bigint,
    strange name[] NOT NULL DEFAULT '{}',
    pauseless jsonb NOT NULL DEFAULT '{}',
    writes jsonb NOT NULL DEFAULT '{}'
);
INSERT INTO floor.rolled_back DEFAULT VALUES ON CONFLICT DO NOTHING;
CREATE TABLE IF NOT EXISTS floor.failing (
    account name PRIMARY KEY,
    at timestamptz NOT NULL,
    address text NOT NULL
);

-- The channels of hints have names that only their listeners learn: NOTIFY is everybody's right.
CREATE TABLE IF NOT EXISTS floor.channel (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    secret uuid NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO floor.channel DEFAULT VALUES ON CONFLICT DO NOTHING;

-- A table's quota: bytes that it may have written at once, as the backlog of a day, and bytes a day for which that
-- fills up again. What its account has the floor write is counted; beyond the quota it is taken slower, at the quota's
-- rate, and none of it is refused or lost. The count stands in a sequence: a transaction that is rolled back has filled
-- the server's log all the same, and does not take a sequence's value back.
CREATE TABLE IF NOT EXISTS floor.quota (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    at_once bigint NOT NULL DEFAULT 268435456 CHECK (at_once > 0),
    a_day bigint NOT NULL DEFAULT 1073741824 CHECK (a_day > 0)
);
INSERT INTO floor.quota DEFAULT VALUES ON CONFLICT DO NOTHING;


-- The search's index

-- What entries are found by: made from the entries that the floor holds, and made again from them at any time. Nothing
-- here is part of the truth, and nothing is in it that the table has not shown: no such entry is held.
--
-- A term is a facet with a value, as in a journal's own index, and here it is 64 bits of its digest: the same in every
-- table, so that nothing is shared between tables and no two indexers wait for one another. Texts that are looked for
-- by a part of them stand beside their terms, with their pairs of signs.
--
-- The order of all tables is that of their moments: an entry's own time, but never before that of the entry before it,
-- nor after the day on which the floor got it, so that a clock that says 1970 or 2099 takes nothing out of its place.
-- Equal moments follow the table's id. Days are those of the moments, by UTC.

-- How far each part is indexed: its last entry there with the chain and the moment, and by which vocabulary.
CREATE TABLE IF NOT EXISTS floor.indexed (
    table_id text COLLATE "C" NOT NULL,
    part integer NOT NULL,
    number bigint NOT NULL,
    chain bytea NOT NULL,
    moment timestamptz NOT NULL,
    layout integer NOT NULL,
    PRIMARY KEY (table_id, part)
) WITH (fillfactor = 50);

-- An entry's terms. What its table's clock said is kept where it is not the moment. The day of its arrival is that of
-- its row, as long as it stands as one.
CREATE TABLE IF NOT EXISTS floor.posting (
    moment timestamptz NOT NULL,
    said_at timestamptz,
    number bigint NOT NULL,
    day date NOT NULL,
    arrived date,
    part integer NOT NULL,
    table_id text COLLATE "C" NOT NULL,
    terms bigint[] NOT NULL,
    PRIMARY KEY (table_id, part, number, day)
) PARTITION BY RANGE (day);
CREATE INDEX IF NOT EXISTS posting_moment ON floor.posting (moment, table_id, part, number);
CREATE INDEX IF NOT EXISTS posting_terms ON floor.posting USING gin (terms);
CREATE INDEX IF NOT EXISTS posting_said ON floor.posting (table_id, part, number) WHERE said_at IS NOT NULL;
ALTER TABLE ONLY floor.posting ALTER COLUMN terms SET STATISTICS 1000;
CREATE TABLE IF NOT EXISTS floor.posting_other PARTITION OF floor.posting DEFAULT;

-- How many entries of a table there are in an hour of the moments, and how many of them are folded.
CREATE TABLE IF NOT EXISTS floor.hour (
    table_id text COLLATE "C" NOT NULL,
    hour timestamptz NOT NULL,
    many bigint NOT NULL,
    folded bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, hour)
) WITH (fillfactor = 70);
CREATE INDEX IF NOT EXISTS hour_hour ON floor.hour (hour);

-- Terms that are looked for by a part of them, or listed. folded is the value as it is compared, where that is another
-- text; a device's bytes have no pairs.
CREATE TABLE IF NOT EXISTS floor.term (
    table_id text COLLATE "C" NOT NULL,
    term bigint NOT NULL,
    facet text NOT NULL,
    value text NOT NULL,
    folded text,
    grams integer[],
    since timestamptz NOT NULL,
    PRIMARY KEY (table_id, term)
);
CREATE INDEX IF NOT EXISTS term_grams ON floor.term USING gin (grams);
CREATE INDEX IF NOT EXISTS term_since ON floor.term (facet, since);

-- Who was at the table, and which incident was open, from an entry on.
CREATE TABLE IF NOT EXISTS floor.standing (
    table_id text COLLATE "C" NOT NULL,
    part integer NOT NULL,
    number bigint NOT NULL,
    dealer text,
    pit_boss text,
    incident text,
    PRIMARY KEY (table_id, part, number)
);
CREATE TABLE IF NOT EXISTS floor.incident (
    table_id text COLLATE "C" NOT NULL,
    part integer NOT NULL,
    incident text NOT NULL,
    kind text,
    outcome text,
    clause text,
    PRIMARY KEY (table_id, part, incident)
);


-- Triggers

CREATE OR REPLACE TRIGGER replaced AFTER INSERT ON floor.journal FOR EACH ROW EXECUTE FUNCTION floor.replaced();
CREATE OR REPLACE TRIGGER begin_branch BEFORE INSERT ON floor.indexed FOR EACH ROW WHEN (NEW.number = 0)
EXECUTE FUNCTION floor.begin_branch();
CREATE OR REPLACE TRIGGER names_told AFTER INSERT ON floor.state FOR EACH ROW
WHEN (jsonb_typeof(NEW.told -> 'people') = 'object')
EXECUTE FUNCTION floor.keep_names();
CREATE OR REPLACE TRIGGER names_told_again AFTER UPDATE ON floor.state FOR EACH ROW
WHEN (
    jsonb_typeof(NEW.told -> 'people') = 'object'
    AND NEW.told -> 'people' IS DISTINCT FROM OLD.told -> 'people'
)
EXECUTE FUNCTION floor.keep_names();
CREATE OR REPLACE TRIGGER without_clock BEFORE INSERT OR UPDATE ON floor.state FOR EACH ROW
WHEN (NEW.ahead NOT BETWEEN '-1000 years' AND '1000 years') EXECUTE FUNCTION floor.without_clock();
CREATE OR REPLACE TRIGGER few BEFORE INSERT ON floor.dispute FOR EACH ROW EXECUTE FUNCTION floor.few_disputes();
CREATE OR REPLACE TRIGGER metered AFTER INSERT ON floor.tables FOR EACH ROW EXECUTE FUNCTION floor.make_meter();

SELECT floor.begin_diary() WHERE NOT EXISTS (SELECT FROM floor.diary_head);
SELECT floor.keep_in_diary(relation)
FROM unnest(ARRAY['studio', 'tables', 'watch', 'window_account', 'token', 'diary', 'dispute', 'duty']) AS relation;


-- What an account may read

SELECT floor.guard(relation, 'studio = ANY ((SELECT floor.own_studios())::text[])')
FROM unnest(ARRAY['studio', 'tables', 'duty']) AS relation;
SELECT floor.guard(relation, 'studios && (SELECT floor.own_studios())::text[]')
FROM unnest(ARRAY['diary_chain', 'diary_queue']) AS relation;
SELECT floor.guard(relation, 'table_id IN (SELECT t.table_id FROM floor.tables AS t)')
FROM unnest(ARRAY[
    'journal', 'entry', 'state', 'dispute', 'call', 'shelf', 'diary', 'checkpoint', 'block', 'large_entry', 'arrived',
    'indexed', 'posting', 'hour', 'term', 'standing', 'incident', 'hand', 'twins', 'place', 'person'
]) AS relation;

GRANT SELECT ON floor.studio, floor.tables, floor.journal
    TO floor_boss, floor_supervisor, floor_witness, floor_indexer;
GRANT SELECT ON floor.dispute TO floor_boss, floor_supervisor, floor_witness;
GRANT SELECT ON floor.entry, floor.checkpoint, floor.block, floor.large_entry, floor.indexed
    TO floor_boss, floor_supervisor, floor_indexer;
GRANT SELECT ON floor.state, floor.hand, floor.twins, floor.call, floor.shelf, floor.diary
    TO floor_boss, floor_supervisor;
GRANT SELECT ON floor.diary_chain, floor.diary_queue, floor.duty TO floor_supervisor;
GRANT SELECT ON floor.arrived, floor.standing TO floor_indexer;
