// Package table anonymises files of Parquet and Arrow IPC: columns of texts, at any depth, in
// the same types. It is a module of its own, since reading them would add megabytes to bauta.
package table
