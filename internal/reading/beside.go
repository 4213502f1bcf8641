package reading

import "strings"

// Beside reports what may stand between the parts of an address, or of a name.
func Beside(gap string) bool { return len(gap) <= 3 && strings.Trim(gap, " ,\u00a0") == "" }
