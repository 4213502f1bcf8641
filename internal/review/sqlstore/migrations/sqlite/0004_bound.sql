-- What binds a store: a keyed hash in every row, and of what an import found in each message.
-- docs/formats/store.md says what they cover.
ALTER TABLE counter ADD COLUMN mac BLOB;
ALTER TABLE project ADD COLUMN mac BLOB;
ALTER TABLE message ADD COLUMN mac BLOB;
ALTER TABLE word_group ADD COLUMN mac BLOB;
ALTER TABLE decision ADD COLUMN mac BLOB;
ALTER TABLE app_user ADD COLUMN mac BLOB;
ALTER TABLE member ADD COLUMN mac BLOB;
ALTER TABLE audit ADD COLUMN mac BLOB;
ALTER TABLE annotate_setup ADD COLUMN mac BLOB;
ALTER TABLE task ADD COLUMN mac BLOB;
ALTER TABLE assignment ADD COLUMN mac BLOB;
ALTER TABLE annotation ADD COLUMN mac BLOB;
ALTER TABLE token_label ADD COLUMN mac BLOB;
ALTER TABLE guideline ADD COLUMN mac BLOB;
ALTER TABLE location_choice ADD COLUMN mac BLOB;
ALTER TABLE message ADD COLUMN found BLOB;
ALTER TABLE decision ADD COLUMN seen TEXT NOT NULL DEFAULT '';
-- A row of a log gets its hash once, when the store is taken to this schema.
DROP TRIGGER decision_kept;
CREATE TRIGGER decision_kept BEFORE UPDATE ON decision WHEN OLD.mac IS NOT NULL BEGIN SELECT RAISE(ABORT, 'decisions are only added'); END;
DROP TRIGGER audit_kept;
CREATE TRIGGER audit_kept BEFORE UPDATE ON audit WHEN OLD.mac IS NOT NULL BEGIN SELECT RAISE(ABORT, 'the audit is only added to'); END;
DROP TRIGGER annotation_kept;
CREATE TRIGGER annotation_kept BEFORE UPDATE ON annotation WHEN OLD.mac IS NOT NULL BEGIN SELECT RAISE(ABORT, 'annotations are only added'); END;
DROP TRIGGER location_choice_kept;
CREATE TRIGGER location_choice_kept BEFORE UPDATE ON location_choice WHEN OLD.mac IS NOT NULL BEGIN SELECT RAISE(ABORT, 'choices are only added'); END;
