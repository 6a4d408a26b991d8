-- Statements of the plain FTS5 memory under evaluation.

-- name: table
-- Make the one table.
CREATE VIRTUAL TABLE entries USING fts5(text, user UNINDEXED, project UNINDEXED, tokenize = 'porter unicode61');

-- name: secure
-- Let what is deleted leave the index at once, and not when its segments are merged.
INSERT INTO entries (entries, rank) VALUES ('secure-delete', 1);

-- name: put
-- Keep a text for a user and project.
INSERT INTO entries (text, user, project) VALUES (?, ?, ?);

-- name: search
-- Give the best texts of a scope for words, and those of the user that no project narrows.
SELECT rowid, text
FROM entries
WHERE entries MATCH ? AND user = ? AND (project = '' OR project = ?)
ORDER BY rank
LIMIT ?;

-- name: visible
-- Give every text of a scope.
SELECT rowid, text
FROM entries
WHERE user = ? AND (project = '' OR project = ?);

-- name: one
-- Give a text of a scope by its number.
SELECT rowid, text
FROM entries
WHERE rowid = ? AND user = ? AND (project = '' OR project = ?);

-- name: correct
-- Put another text in the place of one.
UPDATE entries SET text = ?
WHERE rowid = ? AND user = ? AND (project = '' OR project = ?);

-- name: forget
-- Delete one text of a scope.
DELETE FROM entries
WHERE rowid = ? AND user = ? AND (project = '' OR project = ?);

-- name: forget_person
-- Delete every text of a user.
DELETE FROM entries
WHERE user = ?;
