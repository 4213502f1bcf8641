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
	has := func(name string) bool {
		return slices.ContainsFunc(files, func(f *zip.File) bool { return path.Base(f.Name) == name })
	}
	if !has("users.json") || !has("channels.json") && !has("dms.json") && !has("groups.json") {
		return nil
	}
	for i, f := range files {
		if !strings.HasSuffix(f.Name, ".json") {
			continue
		}
		e := entry{n: i + 1, file: f, name: f.Name, format: slackFile(f.Name), call: slackFolder}
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
	switch path.Base(name) {
	case "users.json", "org_users.json":
		shape.rules = append([]jsonRule{{path: "[].name", role: Name, who: "id"}}, shape.rules...)
	case "channels.json", "groups.json", "mpims.json", "dms.json":
		lists := []jsonRule{{path: "[].name", role: Key}, {path: "[].previous_names[]", role: Key}}
		shape.rules = append(lists, shape.rules...)
	default:
		named := []jsonRule{{path: "[].name", role: Key}, {path: "[].old_name", role: Key}}
		shape.rules = append(shape.rules, named...)
	}
	return Format{Name: "slack", Open: shape.open}
}

// slackFolder is where a file of the export goes: channels are called as in the list of
// them, under the key.
func slackFolder(name string, key Keyer) string {
	dir, base := path.Split(name)
	if dir == "" {
		return name
	}
	parts := strings.Split(strings.Trim(dir, "/"), "/")
	folder := &parts[len(parts)-1]
	sign, id := "", *folder
	if strings.ToUpper(id) == id { // D0123: a conversation of two
		id = id[signs(id, slackSigns):]
		sign = strings.TrimSuffix(*folder, id)
	}
	*folder = sign + Keyed(key, id)
	return strings.Join(parts, "/") + "/" + base
}
