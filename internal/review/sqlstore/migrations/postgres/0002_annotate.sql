-- Annotation: who labels which message, what they said, the guidelines in force.
-- docs/formats/store.md says what each column holds and what is encrypted.
CREATE TABLE annotate_setup (project BIGINT PRIMARY KEY REFERENCES project, training BIGINT NOT NULL, prefill BIGINT NOT NULL);
CREATE TABLE task (
  message BIGINT PRIMARY KEY REFERENCES message, project BIGINT NOT NULL, ord BIGINT NOT NULL, need BIGINT NOT NULL, taken BIGINT NOT NULL DEFAULT 0,
  verdict TEXT NOT NULL DEFAULT '', flagged BIGINT NOT NULL DEFAULT 0, gold TEXT NOT NULL DEFAULT '', version BIGINT NOT NULL DEFAULT 0);
CREATE INDEX task_free ON task (project, message) WHERE taken < need;
CREATE INDEX task_flagged ON task (project, message) WHERE flagged = 1;
CREATE INDEX task_verdict ON task (project, verdict, message);
CREATE TABLE assignment (
  project BIGINT NOT NULL, message BIGINT NOT NULL REFERENCES task, user_id BIGINT NOT NULL, state TEXT NOT NULL, reason TEXT NOT NULL DEFAULT '',
  flagged BIGINT NOT NULL DEFAULT 0, since BIGINT NOT NULL, expires BIGINT NOT NULL, done BIGINT NOT NULL DEFAULT 0, spans TEXT NOT NULL DEFAULT '',
  guideline BIGINT NOT NULL DEFAULT 0, panel BIGINT NOT NULL DEFAULT 0, version BIGINT NOT NULL DEFAULT 0, again TEXT NOT NULL DEFAULT '', spans_again TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (message, user_id));
CREATE INDEX assignment_user ON assignment (project, user_id, since, message);
CREATE INDEX assignment_open ON assignment (project, expires) WHERE state = 'open';
CREATE TABLE annotation (
  seq BIGINT PRIMARY KEY, id TEXT NOT NULL UNIQUE, project BIGINT NOT NULL REFERENCES project, message BIGINT NOT NULL, user_id BIGINT NOT NULL,
  act TEXT NOT NULL, again BIGINT NOT NULL, spans TEXT NOT NULL, reason TEXT NOT NULL, guideline BIGINT NOT NULL, panel BIGINT NOT NULL,
  active_ms BIGINT NOT NULL, keys BIGINT NOT NULL, made BIGINT NOT NULL);
CREATE INDEX annotation_user ON annotation (project, user_id, seq);
CREATE TABLE token_label (
  project BIGINT NOT NULL, message BIGINT NOT NULL, user_id BIGINT NOT NULL, idx BIGINT NOT NULL, start BIGINT NOT NULL, stop BIGINT NOT NULL,
  form BYTEA, iob TEXT NOT NULL, PRIMARY KEY (message, user_id, idx));
CREATE INDEX token_label_form ON token_label (project, form);
CREATE TABLE guideline (
  id BIGINT PRIMARY KEY, project BIGINT NOT NULL REFERENCES project, version BIGINT NOT NULL, lang TEXT NOT NULL, sealed BYTEA, user_id BIGINT NOT NULL,
  made BIGINT NOT NULL, UNIQUE (project, version, lang));
CREATE TRIGGER annotation_kept BEFORE UPDATE OR DELETE ON annotation FOR EACH ROW EXECUTE FUNCTION only_added();
CREATE TABLE location_choice (
  seq BIGINT PRIMARY KEY, id TEXT NOT NULL UNIQUE, project BIGINT NOT NULL REFERENCES project, message BIGINT NOT NULL REFERENCES message, user_id BIGINT NOT NULL,
  spans TEXT NOT NULL, threshold DOUBLE PRECISION NOT NULL, max_before DOUBLE PRECISION NOT NULL, max_after DOUBLE PRECISION NOT NULL, eff_before DOUBLE PRECISION NOT NULL, eff_after DOUBLE PRECISION NOT NULL, made BIGINT NOT NULL);
CREATE INDEX location_choice_message ON location_choice (project, message, seq);
CREATE TRIGGER location_choice_kept BEFORE UPDATE OR DELETE ON location_choice FOR EACH ROW EXECUTE FUNCTION only_added();
