package pattern

import (
	"regexp"
	"strings"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// profileHosts are the sites where the first or a later part of the path is
// somebody's name: the rest of the path says which part. "*" is a name at the
// root; another word stands before the name.
var profileHosts = lists.NotesIn("profile-sites")

// notProfiles are first parts of a path at the root of such sites that are
// nobody's name.
var notProfiles = lists.In("not-profiles")

// called is the first part of a path that says, on any site, whose pages follow: @name, ~name.
var called = regexp.MustCompile(`^[@~][\pL\pN_]`)

// profile reports the address of somebody's page: a site of pages of people, and a
// name in the path.
func profile(address string) bool {
	if i := strings.Index(address, "://"); i >= 0 {
		address = address[i+3:]
	}
	host, path, _ := strings.Cut(address, "/")
	if called.MatchString(path) {
		return true
	}
	host = strings.ToLower(host)
	names, ok := profileHosts[host]
	for !ok { // "fr.linkedin.com", "www.x.com"
		var rest string
		if _, rest, ok = strings.Cut(host, "."); !ok {
			return false
		}
		host = rest
		names, ok = profileHosts[host]
	}
	path, query, _ := strings.Cut(path, "?")
	path, _, _ = strings.Cut(path, "#")
	first, rest, _ := strings.Cut(path, "/")
	for part := range strings.FieldsSeq(names) {
		if part != "*" && strings.EqualFold(first, part) {
			second, _, _ := strings.Cut(rest, "/")
			return len(second) > 1
		}
	}
	if first == "profile.php" && strings.HasPrefix(query, "id=") {
		return true
	}
	return strings.Contains(names, "*") && len(first) > 2 && !notProfiles[strings.ToLower(first)]
}
