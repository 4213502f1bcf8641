package corpus

import (
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/formats"
)

// people reports that the fields of JSON that hold somebody by what they are called are read.
func (c Config) people() bool { return c.Fields && c.Author == nil }

// somebody says what fields hold of somebody; author is the path of who wrote, and what in the same object is called
// as an author, too, is an ID beside the name.
func (c Config) somebody(author string) func(path string) formats.Role {
	if !c.people() {
		return nil
	}
	return func(path string) formats.Role {
		at := strings.LastIndexAny(path, ".]") + 1
		if role := formats.Somebody(path); role != formats.Keep {
			return role
		}
		beside := author != "" && strings.LastIndexAny(author, ".]")+1 == at && strings.HasPrefix(author, path[:at])
		if !beside && slices.Contains(names.author, spelt(path[at:])) {
			return formats.Name
		}
		return formats.Keep
	}
}

// writer is the field beside a text by which most exports call somebody; "" for none.
func writer(text string, paths []string) string {
	in := text[:strings.LastIndexAny(text, ".]")+1]
	for _, p := range paths {
		if name, ok := strings.CutPrefix(p, in); ok && formats.Mostly(name) && p != text {
			return p
		}
	}
	return ""
}
