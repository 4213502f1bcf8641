-- What binds a store: a keyed hash in every row, and of what an import found in each message.
-- docs/formats/store.md says what they cover.
ALTER TABLE counter ADD COLUMN mac BYTEA;
ALTER TABLE project ADD COLUMN mac BYTEA;
ALTER TABLE message ADD COLUMN mac BYTEA;
ALTER TABLE word_group ADD COLUMN mac BYTEA;
ALTER TABLE decision ADD COLUMN mac BYTEA;
ALTER TABLE app_user ADD COLUMN mac BYTEA;
ALTER TABLE member ADD COLUMN mac BYTEA;
ALTER TABLE audit ADD COLUMN mac BYTEA;
ALTER TABLE annotate_setup ADD COLUMN mac BYTEA;
ALTER TABLE task ADD COLUMN mac BYTEA;
ALTER TABLE assignment ADD COLUMN mac BYTEA;
ALTER TABLE annotation ADD COLUMN mac BYTEA;
ALTER TABLE token_label ADD COLUMN mac BYTEA;
ALTER TABLE guideline ADD COLUMN mac BYTEA;
ALTER TABLE location_choice ADD COLUMN mac BYTEA;
ALTER TABLE message ADD COLUMN found BYTEA;
ALTER TABLE decision ADD COLUMN seen TEXT NOT NULL DEFAULT '';
-- A row of a log gets its hash once, when the store is taken to this schema.
DROP TRIGGER decision_kept ON decision;
CREATE TRIGGER decision_kept BEFORE UPDATE ON decision FOR EACH ROW WHEN (OLD.mac IS NOT NULL) EXECUTE FUNCTION only_added();
CREATE TRIGGER decision_stays BEFORE DELETE ON decision FOR EACH ROW EXECUTE FUNCTION only_added();
DROP TRIGGER audit_kept ON audit;
CREATE TRIGGER audit_kept BEFORE UPDATE ON audit FOR EACH ROW WHEN (OLD.mac IS NOT NULL) EXECUTE FUNCTION only_added();
CREATE TRIGGER audit_stays BEFORE DELETE ON audit FOR EACH ROW EXECUTE FUNCTION only_added();
DROP TRIGGER annotation_kept ON annotation;
CREATE TRIGGER annotation_kept BEFORE UPDATE ON annotation FOR EACH ROW WHEN (OLD.mac IS NOT NULL) EXECUTE FUNCTION only_added();
CREATE TRIGGER annotation_stays BEFORE DELETE ON annotation FOR EACH ROW EXECUTE FUNCTION only_added();
DROP TRIGGER location_choice_kept ON location_choice;
CREATE TRIGGER location_choice_kept BEFORE UPDATE ON location_choice FOR EACH ROW WHEN (OLD.mac IS NOT NULL) EXECUTE FUNCTION only_added();
CREATE TRIGGER location_choice_stays BEFORE DELETE ON location_choice FOR EACH ROW EXECUTE FUNCTION only_added();
