// Package arch holds the house to its plan: floors, sizes, density, comments, no
// init, tests beside the code. It has no code of its own, only the test that
// reads the tree, floors.txt and exceptions.txt and says in words what is wrong.
package arch
