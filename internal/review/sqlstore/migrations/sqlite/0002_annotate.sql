-- Annotation: who labels which message, what they said, the guidelines in force.
-- docs/formats/store.md says what each column holds and what is encrypted.
CREATE TABLE annotate_setup (project INTEGER PRIMARY KEY REFERENCES project, training INTEGER NOT NULL, prefill INTEGER NOT NULL);
CREATE TABLE task (
  message INTEGER PRIMARY KEY REFERENCES message, project INTEGER NOT NULL, ord INTEGER NOT NULL, need INTEGER NOT NULL, taken INTEGER NOT NULL DEFAULT 0,
  verdict TEXT NOT NULL DEFAULT '', flagged INTEGER NOT NULL DEFAULT 0, gold TEXT NOT NULL DEFAULT '', version INTEGER NOT NULL DEFAULT 0);
CREATE INDEX task_free ON task (project, message) WHERE taken < need;
CREATE INDEX task_flagged ON task (project, message) WHERE flagged = 1;
CREATE INDEX task_verdict ON task (project, verdict, message);
CREATE TABLE assignment (
  project INTEGER NOT NULL, message INTEGER NOT NULL REFERENCES task, user_id INTEGER NOT NULL, state TEXT NOT NULL, reason TEXT NOT NULL DEFAULT '',
  flagged INTEGER NOT NULL DEFAULT 0, since INTEGER NOT NULL, expires INTEGER NOT NULL, done INTEGER NOT NULL DEFAULT 0, spans TEXT NOT NULL DEFAULT '',
  guideline INTEGER NOT NULL DEFAULT 0, panel INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL DEFAULT 0, again TEXT NOT NULL DEFAULT '', spans_again TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (message, user_id));
CREATE INDEX assignment_user ON assignment (project, user_id, since, message);
CREATE INDEX assignment_open ON assignment (project, expires) WHERE state = 'open';
CREATE TABLE annotation (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, project INTEGER NOT NULL REFERENCES project, message INTEGER NOT NULL, user_id INTEGER NOT NULL,
  act TEXT NOT NULL, again INTEGER NOT NULL, spans TEXT NOT NULL, reason TEXT NOT NULL, guideline INTEGER NOT NULL, panel INTEGER NOT NULL,
  active_ms INTEGER NOT NULL, keys INTEGER NOT NULL, made INTEGER NOT NULL);
CREATE INDEX annotation_user ON annotation (project, user_id, seq);
CREATE TABLE token_label (
  project INTEGER NOT NULL, message INTEGER NOT NULL, user_id INTEGER NOT NULL, idx INTEGER NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL,
  form BLOB, iob TEXT NOT NULL, PRIMARY KEY (message, user_id, idx));
CREATE INDEX token_label_form ON token_label (project, form);
CREATE TABLE guideline (
  id INTEGER PRIMARY KEY, project INTEGER NOT NULL REFERENCES project, version INTEGER NOT NULL, lang TEXT NOT NULL, sealed BLOB, user_id INTEGER NOT NULL,
  made INTEGER NOT NULL, UNIQUE (project, version, lang));
CREATE TRIGGER annotation_kept BEFORE UPDATE ON annotation BEGIN SELECT RAISE(ABORT, 'annotations are only added'); END;
CREATE TRIGGER annotation_stays BEFORE DELETE ON annotation BEGIN SELECT RAISE(ABORT, 'annotations are only added'); END;
CREATE TABLE location_choice (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, project INTEGER NOT NULL REFERENCES project, message INTEGER NOT NULL REFERENCES message, user_id INTEGER NOT NULL,
  spans TEXT NOT NULL, threshold REAL NOT NULL, max_before REAL NOT NULL, max_after REAL NOT NULL, eff_before REAL NOT NULL, eff_after REAL NOT NULL, made INTEGER NOT NULL);
CREATE INDEX location_choice_message ON location_choice (project, message, seq);
CREATE TRIGGER location_choice_kept BEFORE UPDATE ON location_choice BEGIN SELECT RAISE(ABORT, 'choices are only added'); END;
CREATE TRIGGER location_choice_stays BEFORE DELETE ON location_choice BEGIN SELECT RAISE(ABORT, 'choices are only added'); END;
