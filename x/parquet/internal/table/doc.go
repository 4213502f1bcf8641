// Package table anonymises Parquet files: columns of texts, at any depth, in the same
// types. It is a module of its own, since reading Parquet would add five megabytes to bauta.
package table
