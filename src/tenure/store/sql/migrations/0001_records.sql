-- name: create_store
-- The random id of this data file, which the key folder must know.
CREATE TABLE store (id BLOB PRIMARY KEY) WITHOUT ROWID;

-- name: create_buckets
-- One row for each form and scope: version, commitment to the live rows, and the sealed text of the scope.
CREATE TABLE buckets (
    tenant TEXT NOT NULL,
    bucket BLOB NOT NULL,
    form INTEGER NOT NULL,
    user_part BLOB,
    project_part BLOB,
    repository_part BLOB,
    version INTEGER NOT NULL,
    live INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    next_seq INTEGER NOT NULL,
    commitment BLOB NOT NULL,
    key_slot INTEGER,
    scope BLOB,
    mac BLOB NOT NULL,
    PRIMARY KEY (tenant, bucket)
) WITHOUT ROWID;

-- name: create_buckets_user
-- Finds every scope of one user.
CREATE INDEX buckets_user ON buckets (tenant, user_part) WHERE user_part IS NOT NULL;

-- name: create_buckets_nobody
-- Finds every scope that names no user.
CREATE INDEX buckets_nobody ON buckets (tenant) WHERE user_part IS NULL;

-- name: create_buckets_project
-- Finds every scope of one project.
CREATE INDEX buckets_project ON buckets (tenant, project_part) WHERE project_part IS NOT NULL;

-- name: create_buckets_repository
-- Finds every scope of one repository.
CREATE INDEX buckets_repository ON buckets (tenant, repository_part) WHERE repository_part IS NOT NULL;

-- name: create_records
-- Every record of every form, sealed, clustered by bucket; the plain columns are in the seal's associated data.
CREATE TABLE records (
    tenant TEXT NOT NULL,
    bucket BLOB NOT NULL,
    seq INTEGER NOT NULL,
    record_id TEXT NOT NULL,
    form INTEGER NOT NULL,
    status INTEGER NOT NULL,
    version INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    slot BLOB,
    concerned BLOB,
    text BLOB,
    recorded_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    review_at INTEGER NOT NULL,
    key_slot INTEGER NOT NULL,
    is_single INTEGER NOT NULL,
    nonce BLOB NOT NULL,
    seal BLOB NOT NULL,
    search BLOB,
    body BLOB NOT NULL,
    PRIMARY KEY (tenant, bucket, seq)
) WITHOUT ROWID;

-- name: create_records_id
-- Keeps record ids unique in a tenant and finds a record by its id.
CREATE UNIQUE INDEX records_id ON records (tenant, record_id);

-- name: create_records_slot
-- Lets one single-valued slot have one active value a scope; status 4 is active.
CREATE UNIQUE INDEX records_slot ON records (tenant, bucket, slot) WHERE slot IS NOT NULL AND is_single = 1 AND status = 4;

-- name: create_records_concerned
-- Finds what is about one person, wherever it lies.
CREATE INDEX records_concerned ON records (tenant, concerned) WHERE concerned IS NOT NULL;

-- name: create_doomed
-- Key slots to be destroyed; a slot stays listed until its key is gone and the log was truncated. The mac keeps others from listing one.
CREATE TABLE doomed (
    tenant TEXT NOT NULL,
    key_slot INTEGER NOT NULL,
    is_erasure INTEGER NOT NULL,
    mac BLOB NOT NULL,
    PRIMARY KEY (tenant, key_slot)
) WITHOUT ROWID;

-- name: create_used_approvals
-- Keyed digests of approvals that were used; each is used once.
CREATE TABLE used_approvals (
    tenant TEXT NOT NULL,
    digest BLOB NOT NULL,
    PRIMARY KEY (tenant, digest)
) WITHOUT ROWID;

-- name: create_ledger
-- What was done, chained line by line; the mark is the latest instant that is believed.
CREATE TABLE ledger (
    tenant TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    mark INTEGER NOT NULL,
    actor BLOB NOT NULL,
    verb TEXT NOT NULL,
    rule TEXT NOT NULL,
    record_id TEXT NOT NULL,
    code TEXT NOT NULL,
    mac BLOB NOT NULL,
    PRIMARY KEY (tenant, seq)
) WITHOUT ROWID;

-- name: mark_application
-- Marks the file as a store of Tenure ("TEN" and "U").
PRAGMA application_id = 1413828181;

-- name: mark_version
-- The version of this schema.
PRAGMA user_version = 1;
