// Package cue finds what a word beside it announces, without a model: the name behind
// a title, the company before its Inc, the age before its unit; and, for policies that
// want them, every run of digits and the names in web addresses.
package cue
