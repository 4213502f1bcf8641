package formats

import (
	"archive/zip"
	"path"
	"slices"
	"strings"
)

// slackEntries are the files of an export of Slack, people first, so that their numbers
// are those of the directory; nil where it is none.
func slackEntries(files []*zip.File) (out []entry) {
	root := ""
	has := func(name string) bool {
		return slices.ContainsFunc(files, func(f *zip.File) bool {
			found := path.Base(f.Name) == name && !ofMac(f.Name)
			if found && name == "users.json" {
				root = strings.TrimSuffix(f.Name, name)
			}
			return found
		})
	}
	if !has("users.json") || !has("channels.json") && !has("dms.json") && !has("groups.json") {
		return nil
	}
	for i, f := range files {
		if !strings.HasSuffix(f.Name, ".json") || ofMac(f.Name) {
			continue
		}
		e := entry{n: i + 1, file: f, name: f.Name, format: slackFile(f.Name), call: slackPlace(root)}
		if path.Base(f.Name) == "users.json" {
			out = slices.Insert(out, 0, e)
		} else {
			out = append(out, e)
		}
	}
	return out
}

// slackFile is one file of the export: what stands directly in it are lists of people and
// channels, in folders the messages of a channel.
func slackFile(name string) Format {
	shape := slackShape()
	switch base := path.Base(name); {
	case base == "users.json", base == "org_users.json":
		shape.members = true
		shape.rules = append([]jsonRule{{path: "[].name", role: Name, who: "id"}}, shape.rules...)
	case slackList(base):
		lists := []jsonRule{{path: "[].name", role: Key}, {path: "[].previous_names[]", role: Key}}
		shape.rules = append(lists, shape.rules...)
	default:
		named := []jsonRule{{path: "[].name", role: Key}, {path: "[].old_name", role: Key}}
		shape.rules = append(shape.rules, named...)
	}
	return Format{Name: "slack", Open: shape.open}
}

// slackList reports a list of conversations.
func slackList(base string) bool {
	return slices.Contains([]string{"channels.json", "groups.json", "mpims.json", "dms.json"}, base)
}

// slackPlace says where the files of an export go that stand in a folder, which bears the name of a
// team: all into one of ours.
func slackPlace(root string) func(string, Keyer) string {
	return func(name string, key Keyer) string {
		rel, in := strings.CutPrefix(name, root)
		if root == "" || !in {
			return slackFolder(name, key)
		}
		return "export/" + slackFolder(rel, key)
	}
}

// slackFolder is where a file of the export goes: channels are called as in the list of
// them, under the key.
func slackFolder(name string, key Keyer) string {
	dir, base := path.Split(name)
	if dir == "" {
		return name
	}
	parts := strings.Split(strings.Trim(dir, "/"), "/")
	for i, id := range parts {
		sign := ""
		if strings.ToUpper(id) == id { // D0123: a conversation of two
			sign = id[:signs(id, slackSigns)]
		}
		parts[i] = sign + Keyed(key, strings.TrimPrefix(id, sign))
	}
	return strings.Join(parts, "/") + "/" + base
}
