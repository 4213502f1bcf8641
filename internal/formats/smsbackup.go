package formats

import (
	"bytes"
	"slices"
	"strings"
)

// smsBackup is what SMS Backup & Restore writes on Android: messages or calls.
func smsBackup() Format {
	shape := &xmlShape{
		thread: "sms", records: []string{"sms", "mms", "call"}, rest: Note,
		rules: append([]xmlRule{
			{at: "sms@body", role: Text},
			{at: "part@text", role: Text},
			{at: "part@data", role: Gone},
			{at: "@address", in: "mms", role: Phone, part: "~"},
			{at: "mms@address", role: Phone, meta: 'a', part: "~"},
			{at: "sms@address", role: Phone, meta: 'a'},
			{at: "call@number", role: Phone},
			{at: "@contact_name", in: "", role: Name, who: "address", part: ", "},
			{at: "@service_center", role: Phone},
			{at: "@subject", role: Note},
			{at: "@sub", role: Note},
			{at: "@m_id", role: Key},
			{at: "@tr_id", role: Key},
			{at: "@ct_l", role: Gone},
			{at: "part@name", role: File},
			{at: "part@fn", role: File},
			{at: "part@cl", role: File},
			{at: "part@cid", role: File},
			{at: "@backup_set", role: Key},
			{at: "@creator", role: Note},
			{at: "@subscription_id", role: Gone},
			{at: "@subscription_component_name", role: Gone},
			{at: "@sim_imsi", role: Gone},
			{at: "@ct_t", role: Keep},
			{at: "@m_cls", role: Keep},
			{at: "part@ct", role: Keep},
			{at: "@date", role: Keep, meta: 'w'},
		}, xmlKept("@date_sent", "@readable_date", "@type", "@protocol", "@status", "@read", "@locked",
			"@sub_id", "@seen", "@m_size", "@m_type", "@exp", "@backup_date", "@backup_type", "@count", "@duration",
			"@presentation", "@chset")...),
		each: smsRecord,
	}
	return Format{
		Name: "sms-backup", What: "SMS Backup & Restore, XML of messages or calls", Ends: []string{".xml"},
		Told:   "an element smses or calls",
		People: "numbers and names of contacts, centres of services; pictures and sound are left out",
		Is:     func(_ string, head []byte) bool { return xmlRoot(head, "smses", "calls") },
		Open:   shape.open,
	}
}

// smsRecord says who wrote, and leaves out what no one wrote: the layout of a page.
func smsRecord(rec *Record) {
	sent := bytes.Contains(rec.Raw, []byte(` type="2"`)) || bytes.Contains(rec.Raw, []byte(` msg_box="2"`))
	if sent {
		rec.Author = "owner"
	}
	for i := range rec.Slots {
		slot := &rec.Slots[i]
		switch v := strings.TrimSpace(slot.Value); {
		case v == "null" || v == "insert-address-token":
			slot.Role = Keep
		case slot.Path == "part@text" && strings.HasPrefix(v, "<smil"):
			slot.Role, slot.Known, slot.Refs = Gone, nil, nil
		}
	}
}

// xmlKept are rules for what tells nobody.
func xmlKept(at ...string) (out []xmlRule) {
	for _, a := range at {
		rule := xmlRule{at: a, role: Keep}
		out = append(out, rule)
	}
	return out
}

// xmlRoot reports XML that begins with one of those elements.
func xmlRoot(head []byte, names ...string) bool {
	x := &xmlReader{in: NewInput(bytes.NewReader(head))}
	for {
		t, err := x.next()
		if err == errEntities { // which is said when it is read
			doctype := strings.Fields(strings.Trim(string(x.raw[t.from:]), "<!["))
			return len(doctype) > 1 && slices.Contains(names, doctype[1])
		}
		if err != nil || t.kind == xmlEnd {
			return false
		}
		if t.kind == xmlStart {
			return slices.Contains(names, t.name)
		}
		if t.kind == xmlText && len(bytes.TrimSpace(x.raw[t.from:t.to])) > 0 {
			return false
		}
	}
}
