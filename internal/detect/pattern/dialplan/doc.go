// Package dialplan tells which digits are a telephone number, and of which region: the
// numbering plans of libphonenumber, read when a number is first asked about.
//
// The library itself reads its plans at every start through protocol buffers, which
// costs 16 ms and, with all that reflection keeps in a program, 4 to 7 MB. Here is what
// the detector of patterns asks for, with the same answers: TestLikeTheLibrary and
// FuzzLikeTheLibrary hold them against it.
package dialplan
