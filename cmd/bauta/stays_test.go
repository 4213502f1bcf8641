package main

import (
	"strings"
	"testing"
)

// TestStaysNamesNothingHidden: the summary names no field that comes out as an ID under the key, and no names of
// members one by one; what stays in clear it names.
func TestStaysNamesNothingHidden(t *testing.T) {
	folder(t, map[string]string{
		"d.json": `{"guild":{"id":"77001","name":"Chess Club"},"channel":{"id":"77002","type":"GuildTextChat","name":"cups"},` +
			`"messages":[{"id":"77003","type":"Default","timestamp":"2024-03-12T18:01:00","isOdd":null,"content":"ok",` +
			`"author":{"id":"77004","name":"zoekeller"}}]}`,
	})
	p := invoke(t, "", "anonymise", "--policy", "small.yaml", "d.json", "-o", "out.json", "--report", "r.json")
	_, line, _ := strings.Cut(p.err, "left as they are: ")
	line, _, _ = strings.Cut(line, "\n")
	const want = "channel.type, messages[].type, messages[].timestamp and 1 name of parts, which the report lists"
	if p.code != 0 || line != want {
		t.Errorf("exit %d: %s", p.code, p.err)
	}
}
