-- Records of messages say what the pipeline passed over (version 3), and occurrence has rows for it.
-- docs/formats/store.md says what each column holds.
CREATE INDEX occurrence_project ON occurrence (project, grp, effect);
