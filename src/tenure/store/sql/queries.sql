-- name: read_store_id
-- The id of this data file.
SELECT id FROM store;

-- name: insert_store_id
-- Gives a new data file its id.
INSERT INTO store (id) VALUES (?);

-- name: read_schema
-- The schema of an SQLite file, to compare with ours.
SELECT type, name, tbl_name, sql FROM sqlite_schema;

-- name: has_bucket
-- Whether a tenant has anything here.
SELECT 1 FROM buckets WHERE tenant = ? LIMIT 1;

-- name: read_buckets
-- Whole rows of up to seven buckets; unused places are given NULL.
SELECT bucket, form, user_part, project_part, repository_part, version, live, bytes, next_seq, commitment, key_slot, scope, mac
FROM buckets WHERE tenant = ? AND bucket IN (?, ?, ?, ?, ?, ?, ?);

-- name: read_bucket_versions
-- Version and commitment of up to seven buckets: the check that every hot call makes.
SELECT bucket, version, commitment FROM buckets WHERE tenant = ? AND bucket IN (?, ?, ?, ?, ?, ?, ?);

-- name: read_buckets_of_user
-- Every bucket that names a user.
SELECT bucket, form, user_part, project_part, repository_part, version, live, bytes, next_seq, commitment, key_slot, scope, mac
FROM buckets WHERE tenant = ? AND user_part = ?;

-- name: read_buckets_of_nobody
-- Every bucket that names no user.
SELECT bucket, form, user_part, project_part, repository_part, version, live, bytes, next_seq, commitment, key_slot, scope, mac
FROM buckets WHERE tenant = ? AND user_part IS NULL;

-- name: read_buckets_of_project
-- Every bucket that names a project.
SELECT bucket, form, user_part, project_part, repository_part, version, live, bytes, next_seq, commitment, key_slot, scope, mac
FROM buckets WHERE tenant = ? AND project_part = ?;

-- name: read_buckets_of_repository
-- Every bucket that names a repository.
SELECT bucket, form, user_part, project_part, repository_part, version, live, bytes, next_seq, commitment, key_slot, scope, mac
FROM buckets WHERE tenant = ? AND repository_part = ?;

-- name: read_bucket_places
-- By what every bucket of a tenant is found.
SELECT bucket, form, user_part, project_part, repository_part FROM buckets WHERE tenant = ?;

-- name: read_all_buckets
-- Every bucket of a tenant, for sweeps and checks.
SELECT bucket, form, user_part, project_part, repository_part, version, live, bytes, next_seq, commitment, key_slot, scope, mac
FROM buckets WHERE tenant = ?;

-- name: write_bucket
-- Writes a bucket's new state.
INSERT INTO buckets (tenant, bucket, form, user_part, project_part, repository_part, version, live, bytes, next_seq, commitment, key_slot,
    scope, mac)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (tenant, bucket) DO UPDATE SET version = excluded.version, live = excluded.live, bytes = excluded.bytes,
    next_seq = excluded.next_seq, commitment = excluded.commitment, key_slot = excluded.key_slot, scope = excluded.scope,
    mac = excluded.mac;

-- name: read_search
-- Plain columns and search parts of a bucket's rows that changed after a version, in their order.
SELECT seq, record_id, form, status, version, changed, slot, concerned, text, recorded_at, ends_at, review_at, key_slot, is_single,
    nonce, seal, search, NULL
FROM records WHERE tenant = ? AND bucket = ? AND changed > ? ORDER BY seq;

-- name: read_plain
-- Plain columns of a bucket's rows, in their order.
SELECT seq, record_id, form, status, version, changed, slot, concerned, text, recorded_at, ends_at, review_at, key_slot, is_single,
    nonce, seal, NULL, NULL
FROM records WHERE tenant = ? AND bucket = ? ORDER BY seq;

-- name: read_ended
-- Plain columns of a bucket's rows that reached their end, in their order.
SELECT seq, record_id, form, status, version, changed, slot, concerned, text, recorded_at, ends_at, review_at, key_slot, is_single,
    nonce, seal, NULL, NULL
FROM records WHERE tenant = ? AND bucket = ? AND ends_at <= ? ORDER BY seq;

-- name: read_whole
-- Whole rows of a bucket, in their order.
SELECT seq, record_id, form, status, version, changed, slot, concerned, text, recorded_at, ends_at, review_at, key_slot, is_single,
    nonce, seal, search, body
FROM records WHERE tenant = ? AND bucket = ? ORDER BY seq;

-- name: read_eight
-- Up to eight rows of a bucket, whole but for the search part; unused places are given NULL.
SELECT seq, record_id, form, status, version, changed, slot, concerned, text, recorded_at, ends_at, review_at, key_slot, is_single,
    nonce, seal, NULL, body
FROM records WHERE tenant = ? AND bucket = ? AND seq IN (?, ?, ?, ?, ?, ?, ?, ?);

-- name: read_by_id
-- One whole row by its id, with its bucket in front.
SELECT bucket, seq, record_id, form, status, version, changed, slot, concerned, text, recorded_at, ends_at, review_at, key_slot,
    is_single, nonce, seal, search, body
FROM records WHERE tenant = ? AND record_id = ?;

-- name: read_concerned
-- Bucket and id of every record of one form about one person.
SELECT bucket, record_id FROM records WHERE tenant = ? AND concerned = ? AND form = ? ORDER BY bucket, seq;

-- name: insert_record
-- Writes a new record.
INSERT INTO records (tenant, bucket, seq, record_id, form, status, version, changed, slot, concerned, text, recorded_at, ends_at,
    review_at, key_slot, is_single, nonce, seal, search, body)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: delete_record
-- Takes a row away: for good, or before its next version is written.
DELETE FROM records WHERE tenant = ? AND bucket = ? AND seq = ?;

-- name: insert_doomed
-- Lists a key slot for destruction.
INSERT INTO doomed (tenant, key_slot, is_erasure, mac) VALUES (?, ?, ?, ?);

-- name: read_doomed
-- The key slots listed for destruction.
SELECT key_slot, is_erasure, mac FROM doomed WHERE tenant = ?;

-- name: count_doomed
-- How many key slots wait for destruction, and whether one of them belongs to an erasure.
SELECT count(*), coalesce(max(is_erasure), 0) FROM doomed WHERE tenant = ?;

-- name: delete_doomed
-- Takes a destroyed slot off the list.
DELETE FROM doomed WHERE tenant = ? AND key_slot = ?;

-- name: insert_used_approval
-- Uses up an approval; a second use breaks the primary key.
INSERT INTO used_approvals (tenant, digest) VALUES (?, ?);

-- name: insert_used_approval_again
-- Uses up an approval that may be used up already.
INSERT OR IGNORE INTO used_approvals (tenant, digest) VALUES (?, ?);

-- name: read_used_approvals
-- Every approval that was used, for the check against the journal of ends.
SELECT digest FROM used_approvals WHERE tenant = ?;

-- name: insert_line
-- Appends a line to the ledger.
INSERT INTO ledger (tenant, seq, at, mark, actor, verb, rule, record_id, code, mac)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: read_lines
-- Ledger lines after a sequence number, oldest first.
SELECT seq, at, mark, actor, verb, rule, record_id, code, mac FROM ledger WHERE tenant = ? AND seq > ? ORDER BY seq LIMIT ?;

-- name: read_last_lines
-- The newest ledger lines, newest first.
SELECT seq, at, mark, actor, verb, rule, record_id, code, mac FROM ledger WHERE tenant = ? ORDER BY seq DESC LIMIT ?;
