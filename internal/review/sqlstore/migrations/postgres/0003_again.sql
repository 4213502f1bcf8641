-- Second answers of reviewers who are silently asked once more.
-- docs/formats/store.md says what each column holds.
ALTER TABLE decision ADD COLUMN again BIGINT NOT NULL DEFAULT 0;
ALTER TABLE decision ADD COLUMN differs BIGINT NOT NULL DEFAULT 0;
CREATE INDEX group_again ON word_group (project, ((tie / 100) % 50)) WHERE state = 'decided';
