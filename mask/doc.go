// Package mask holds the operators: what is written in the place of a span.
//
// Each file is one operator, a plain struct whose zero value works and whose
// Replace makes it a bauta.Operator. None of them keeps state, so all are safe
// for concurrent use, and none writes anything that bauta would take for a name
// when it reads its own output.
package mask
