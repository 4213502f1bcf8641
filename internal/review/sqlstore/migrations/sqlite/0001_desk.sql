-- Projects, texts, groups, the log of decisions and what follows from it.
-- docs/formats/store.md says what each column holds and what is encrypted.
CREATE TABLE counter (name TEXT PRIMARY KEY, last INTEGER NOT NULL);
CREATE TABLE project (
  id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, name TEXT NOT NULL, lang TEXT NOT NULL, labels TEXT NOT NULL,
  overlap INTEGER NOT NULL, seed TEXT NOT NULL, guideline INTEGER NOT NULL, second_above INTEGER NOT NULL, leak_limit REAL NOT NULL,
  dek BLOB, state TEXT NOT NULL, created INTEGER NOT NULL, released INTEGER NOT NULL DEFAULT 0, purged INTEGER NOT NULL DEFAULT 0);
CREATE TABLE message (
  id INTEGER PRIMARY KEY, project INTEGER NOT NULL REFERENCES project, ext BLOB, sealed BLOB, tie INTEGER NOT NULL,
  imported INTEGER NOT NULL, UNIQUE (project, ext));
CREATE INDEX message_order ON message (project, id);
CREATE INDEX message_tie ON message (project, tie);
CREATE TABLE word_group (
  id INTEGER PRIMARY KEY, project INTEGER NOT NULL REFERENCES project, fold BLOB, word BLOB, named INTEGER NOT NULL,
  n INTEGER NOT NULL, asked INTEGER NOT NULL, open INTEGER NOT NULL, leak REAL NOT NULL, sure REAL NOT NULL, score REAL NOT NULL,
  tie INTEGER NOT NULL, version INTEGER NOT NULL, logged INTEGER NOT NULL, state TEXT NOT NULL,
  lease_user INTEGER NOT NULL DEFAULT 0, lease_token TEXT NOT NULL DEFAULT '', lease_expires INTEGER NOT NULL DEFAULT 0,
  lease_rank INTEGER NOT NULL DEFAULT 0,
  UNIQUE (project, fold));
CREATE INDEX group_score ON word_group (project, state, score DESC, tie);
CREATE INDEX group_open ON word_group (project, state, open DESC, tie);
CREATE INDEX group_tie ON word_group (project, state, tie);
CREATE INDEX group_lease ON word_group (project, lease_user) WHERE lease_user <> 0;
CREATE TABLE occurrence (
  id INTEGER PRIMARY KEY, project INTEGER NOT NULL, message INTEGER NOT NULL REFERENCES message, grp INTEGER NOT NULL REFERENCES word_group,
  idx INTEGER NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL, exact INTEGER NOT NULL, doubt INTEGER NOT NULL,
  proposed TEXT NOT NULL, p REAL NOT NULL, context BLOB,
  effect TEXT NOT NULL, label TEXT NOT NULL, as_start INTEGER NOT NULL, as_stop INTEGER NOT NULL, decision TEXT NOT NULL, user_id INTEGER NOT NULL, bulk INTEGER NOT NULL);
CREATE INDEX occurrence_group ON occurrence (grp, id);
CREATE INDEX occurrence_message ON occurrence (message, idx);
CREATE TABLE decision (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, project INTEGER NOT NULL REFERENCES project, user_id INTEGER NOT NULL,
  screen TEXT NOT NULL, scope TEXT NOT NULL, grp INTEGER NOT NULL, message INTEGER NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL,
  as_start INTEGER NOT NULL, as_stop INTEGER NOT NULL, exact INTEGER NOT NULL, effect TEXT NOT NULL, label TEXT NOT NULL, excludes TEXT NOT NULL, undoes TEXT NOT NULL, reason BLOB,
  proposed TEXT NOT NULL, proposed_p REAL NOT NULL, accepted INTEGER NOT NULL, active_ms INTEGER NOT NULL, keys INTEGER NOT NULL,
  guideline INTEGER NOT NULL, made INTEGER NOT NULL, affected INTEGER NOT NULL, upto INTEGER NOT NULL);
CREATE INDEX decision_group ON decision (grp, seq);
CREATE INDEX decision_user ON decision (project, user_id, seq);
CREATE INDEX decision_scope ON decision (project, scope, seq);
CREATE TABLE app_user (
  id INTEGER PRIMARY KEY, login TEXT NOT NULL UNIQUE, display TEXT NOT NULL, password TEXT NOT NULL, subject TEXT, disabled INTEGER NOT NULL,
  UNIQUE (subject));
CREATE TABLE member (project INTEGER NOT NULL REFERENCES project, user_id INTEGER NOT NULL REFERENCES app_user, role TEXT NOT NULL,
  PRIMARY KEY (project, user_id));
CREATE TABLE audit (
  seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, user_id INTEGER NOT NULL, action TEXT NOT NULL, object TEXT NOT NULL, detail TEXT NOT NULL,
  prev BLOB NOT NULL, hash BLOB NOT NULL);
CREATE TRIGGER decision_kept BEFORE UPDATE ON decision BEGIN SELECT RAISE(ABORT, 'decisions are only added'); END;
CREATE TRIGGER decision_stays BEFORE DELETE ON decision BEGIN SELECT RAISE(ABORT, 'decisions are only added'); END;
CREATE TRIGGER audit_kept BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is only added to'); END;
CREATE TRIGGER audit_stays BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is only added to'); END;
