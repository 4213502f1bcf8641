// Package policy turns a policy file into a ready pipeline: what to look for,
// what to do with each type, whom to ask.
//
// [Load] reads a preset by name or a YAML file by path; an unknown key is an
// error with its line. [File.Build] makes the pipeline. Presets lists what is
// embedded. docs/formats/policy.md describes every key. The one table of types,
// with their groups and codes, is in kinds_table.go.
package policy
