package private

import "slices"

// Who may read a key on Windows beside its owner: the system and its
// administrators, who can take any file, and who is called the owner's rights.
var always = []string{"S-1-5-18", "S-1-5-32-544", "S-1-3-4"}

// stranger gives the first of those whom an access list lets in who is neither
// one of the owners nor one who can take any file; "" where there is none.
func stranger(owners, letIn []string) string {
	for _, sid := range letIn {
		if !slices.Contains(owners, sid) && !slices.Contains(always, sid) {
			return sid
		}
	}
	return ""
}
