-- Projects, texts, groups, the log of decisions and what follows from it.
-- docs/formats/store.md says what each column holds and what is encrypted.
CREATE TABLE counter (name TEXT PRIMARY KEY, last BIGINT NOT NULL);
CREATE TABLE project (
  id BIGINT PRIMARY KEY, slug TEXT NOT NULL UNIQUE, name TEXT NOT NULL, lang TEXT NOT NULL, labels TEXT NOT NULL,
  overlap BIGINT NOT NULL, seed TEXT NOT NULL, guideline BIGINT NOT NULL, second_above BIGINT NOT NULL, leak_limit DOUBLE PRECISION NOT NULL,
  dek BYTEA, state TEXT NOT NULL, created BIGINT NOT NULL, released BIGINT NOT NULL DEFAULT 0, purged BIGINT NOT NULL DEFAULT 0);
CREATE TABLE message (
  id BIGINT PRIMARY KEY, project BIGINT NOT NULL REFERENCES project, ext BYTEA, sealed BYTEA, tie BIGINT NOT NULL,
  imported BIGINT NOT NULL, UNIQUE (project, ext));
CREATE INDEX message_order ON message (project, id);
CREATE INDEX message_tie ON message (project, tie);
CREATE TABLE word_group (
  id BIGINT PRIMARY KEY, project BIGINT NOT NULL REFERENCES project, fold BYTEA, word BYTEA, named BIGINT NOT NULL,
  n BIGINT NOT NULL, asked BIGINT NOT NULL, open BIGINT NOT NULL, leak DOUBLE PRECISION NOT NULL, sure DOUBLE PRECISION NOT NULL, score DOUBLE PRECISION NOT NULL,
  tie BIGINT NOT NULL, version BIGINT NOT NULL, logged BIGINT NOT NULL, state TEXT NOT NULL,
  lease_user BIGINT NOT NULL DEFAULT 0, lease_token TEXT NOT NULL DEFAULT '', lease_expires BIGINT NOT NULL DEFAULT 0,
  lease_rank BIGINT NOT NULL DEFAULT 0,
  UNIQUE (project, fold));
CREATE INDEX group_score ON word_group (project, state, score DESC, tie);
CREATE INDEX group_open ON word_group (project, state, open DESC, tie);
CREATE INDEX group_tie ON word_group (project, state, tie);
CREATE INDEX group_lease ON word_group (project, lease_user) WHERE lease_user <> 0;
CREATE TABLE occurrence (
  id BIGINT PRIMARY KEY, project BIGINT NOT NULL, message BIGINT NOT NULL REFERENCES message, grp BIGINT NOT NULL REFERENCES word_group,
  idx BIGINT NOT NULL, start BIGINT NOT NULL, stop BIGINT NOT NULL, exact BIGINT NOT NULL, doubt BIGINT NOT NULL,
  proposed TEXT NOT NULL, p DOUBLE PRECISION NOT NULL, context BYTEA,
  effect TEXT NOT NULL, label TEXT NOT NULL, as_start BIGINT NOT NULL, as_stop BIGINT NOT NULL, decision TEXT NOT NULL, user_id BIGINT NOT NULL, bulk BIGINT NOT NULL);
CREATE INDEX occurrence_group ON occurrence (grp, id);
CREATE INDEX occurrence_message ON occurrence (message, idx);
CREATE TABLE decision (
  seq BIGINT PRIMARY KEY, id TEXT NOT NULL UNIQUE, project BIGINT NOT NULL REFERENCES project, user_id BIGINT NOT NULL,
  screen TEXT NOT NULL, scope TEXT NOT NULL, grp BIGINT NOT NULL, message BIGINT NOT NULL, start BIGINT NOT NULL, stop BIGINT NOT NULL,
  as_start BIGINT NOT NULL, as_stop BIGINT NOT NULL, exact BIGINT NOT NULL, effect TEXT NOT NULL, label TEXT NOT NULL, excludes TEXT NOT NULL, undoes TEXT NOT NULL, reason BYTEA,
  proposed TEXT NOT NULL, proposed_p DOUBLE PRECISION NOT NULL, accepted BIGINT NOT NULL, active_ms BIGINT NOT NULL, keys BIGINT NOT NULL,
  guideline BIGINT NOT NULL, made BIGINT NOT NULL, affected BIGINT NOT NULL, upto BIGINT NOT NULL);
CREATE INDEX decision_group ON decision (grp, seq);
CREATE INDEX decision_user ON decision (project, user_id, seq);
CREATE INDEX decision_scope ON decision (project, scope, seq);
CREATE TABLE app_user (
  id BIGINT PRIMARY KEY, login TEXT NOT NULL UNIQUE, display TEXT NOT NULL, password TEXT NOT NULL, subject TEXT, disabled BIGINT NOT NULL,
  UNIQUE (subject));
CREATE TABLE member (project BIGINT NOT NULL REFERENCES project, user_id BIGINT NOT NULL REFERENCES app_user, role TEXT NOT NULL,
  PRIMARY KEY (project, user_id));
CREATE TABLE audit (
  seq BIGINT PRIMARY KEY, at BIGINT NOT NULL, user_id BIGINT NOT NULL, action TEXT NOT NULL, object TEXT NOT NULL, detail TEXT NOT NULL,
  prev BYTEA NOT NULL, hash BYTEA NOT NULL);
CREATE FUNCTION only_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '% is only added to', TG_TABLE_NAME; END $$;
CREATE TRIGGER decision_kept BEFORE UPDATE OR DELETE ON decision FOR EACH ROW EXECUTE FUNCTION only_added();
CREATE TRIGGER audit_kept BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION only_added();
