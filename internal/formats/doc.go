// Package formats reads what people hold: exports of messengers, mail, backups.
//
// A format is one file: how it is told, how it is read, which of its fields hold people;
// [All] lists them. A [Source] cuts a file into records. A [Record] is a stretch of the
// file's bytes with slots, the ranges in it that hold something of somebody: a text, a
// name, an ID. Who has read it says what stands in each slot, and [Record.Write] puts that
// between the bytes that stay. What no format knows is read as a text: a field that a new
// version of a program adds does not go out unread.
//
// A Source serves one goroutine; records may be written on another.
package formats
