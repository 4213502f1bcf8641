// Package gold reads labelled text of every shape into one: sentences with
// byte spans in the project's types.
//
// [Sets] lists the known sets with their files, licences and the labels they
// annotate; [Set.Read] reads one from an fs.FS that holds the data folder.
// What the labels of a set become is data: mapping_table.go, after the
// project's guidelines for types. The news in six languages are a text whose
// labels are ours and stand here (ntrex/LANG.tsv). [Dedupe] drops what stands in an earlier
// set too, and the functions of edit.go make the copies in lower case, in
// capitals, without accents and in SMS spelling that edited training text
// needs to be of use for informal messages.
//
// Nothing here keeps or prints the text of a set in an error: errors name the
// file and the line. All functions are deterministic for their seed and safe
// for concurrent use.
package gold
