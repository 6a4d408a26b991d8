-- name: use_wal
-- Let readers go on while one writes.
PRAGMA journal_mode = WAL;

-- name: sync_full
-- A kept note survives a power cut as far as its key does.
PRAGMA synchronous = FULL;

-- name: erase_freed
-- Overwrite with zeros what a delete frees.
PRAGMA secure_delete = ON;

-- name: sort_in_memory
-- Write no temporary files.
PRAGMA temp_store = MEMORY;

-- name: distrust_schema
-- Let no function or table run from a schema that somebody else wrote.
PRAGMA trusted_schema = OFF;

-- name: checkpoint_by_hand
-- Checkpoints are truncating ones, one at a time, and never a by-product of a commit.
PRAGMA wal_autocheckpoint = 0;

-- name: checkpoint
-- Move the log into the file and empty it.
PRAGMA wal_checkpoint(TRUNCATE);

-- name: schema_version
-- Which version of this schema the file has; 0 for a new file.
PRAGMA user_version;

-- name: mark_version
-- The file has the first version of this schema.
PRAGMA user_version = 1;

-- name: schema
-- What the file's schema says, to be compared with ours.
SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name;

-- name: create_tasks
-- A task: its holder, limit and (for holder process) the process that holds its key; the rest is sealed.
CREATE TABLE tasks (
    id TEXT NOT NULL PRIMARY KEY,
    holder TEXT NOT NULL,
    process TEXT NOT NULL,
    began_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    nonce BLOB NOT NULL,
    sealed BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- name: create_notes
-- The notes of a task in the order in which they came; what they say is sealed.
CREATE TABLE notes (
    task_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    id TEXT NOT NULL,
    nonce BLOB NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (task_id, seq)
) STRICT, WITHOUT ROWID;

-- name: begin
-- Take the write lock before anything is read.
BEGIN IMMEDIATE;

-- name: begin_reading
-- See one state of the file in several reads.
BEGIN DEFERRED;

-- name: commit
-- Keep what the transaction did.
COMMIT;

-- name: rollback
-- Undo what the transaction did.
ROLLBACK;

-- name: insert_task
-- Keep a new task.
INSERT INTO tasks (id, holder, process, began_at, ends_at, nonce, sealed) VALUES (?, ?, ?, ?, ?, ?, ?);

-- name: reseal_task
-- Keep a task's new count of notes.
UPDATE tasks SET nonce = ?, sealed = ? WHERE id = ?;

-- name: task
-- One task.
SELECT holder, process, began_at, ends_at, nonce, sealed FROM tasks WHERE id = ?;

-- name: tasks
-- Every task, without what is sealed, for the sweep.
SELECT id, holder, process, ends_at FROM tasks ORDER BY id;

-- name: insert_note
-- Keep a note.
INSERT INTO notes (task_id, seq, id, nonce, sealed) VALUES (?, ?, ?, ?, ?);

-- name: notes
-- The notes of one task, oldest first.
SELECT seq, id, nonce, sealed FROM notes WHERE task_id = ? ORDER BY seq;

-- name: delete_note
-- Erase one note.
DELETE FROM notes WHERE task_id = ? AND seq = ?;

-- name: delete_notes
-- Erase the notes of one task and say which.
DELETE FROM notes WHERE task_id = ? RETURNING seq;

-- name: delete_task
-- Erase one task.
DELETE FROM tasks WHERE id = ?;
