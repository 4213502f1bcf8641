package formats

import "strings"

// idsOf tells by their full names people who have an ID in the file; "" where two are called so. A contact that
// somebody shares has a telephone alone.
type idsOf map[string]string

// The two members in which a contact's name stands.
const (
	firstPart = "first_name"
	lastPart  = "last_name"
)

// note remembers somebody who has an ID and is called by several words.
func (ids idsOf) note(slot *Slot) {
	if slot.Who == slot.Value || isPart(slot.Path) || !strings.Contains(slot.Value, " ") {
		return
	}
	switch id, ok := ids[slot.Value]; {
	case ok && id != slot.Who:
		ids[slot.Value] = ""
	case !ok && len(ids) < maxBegins:
		ids[slot.Value] = slot.Who
	}
}

// of is what tells apart whom a slot of a record names: for a part of a contact's name the ID of who has all of it.
func (ids idsOf) of(rec *Record, i int) string {
	slot := &rec.Slots[i]
	if !isPart(slot.Path) {
		return slot.Who
	}
	first, last := rec.beside(i, firstPart), rec.beside(i, lastPart)
	if strings.HasSuffix(slot.Path, firstPart) {
		first = slot.Value
	} else {
		last = slot.Value
	}
	if id := ids[first+" "+last]; id != "" {
		return id
	}
	return slot.Who
}

// isPart reports the path of a part of a name.
func isPart(path string) bool {
	return strings.HasSuffix(path, firstPart) || strings.HasSuffix(path, lastPart)
}
