package gateway_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestWordsOfTheProtocol: a name of one word is no word of the protocol where the user has fields of any name, nor where
// the protocol has words in small letters; what is one goes out as it is.
func TestWordsOfTheProtocol(t *testing.T) {
	u := newUpstream(t)
	u.answer = func(w http.ResponseWriter, _ map[string]any) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{}`)
	}
	at := gate(t, u).URL
	asked := func(path, body string) string {
		t.Helper()
		if code, got := post(t, at+path, body); code != 200 {
			t.Fatalf("%s: %d %s", body, code, got)
		}
		return u.seen[len(u.seen)-1]
	}
	for _, field := range strings.Fields("name id role status summary model type format detail signature object call_id tool_choice include") {
		for path, body := range map[string]string{
			"/v1/messages":         `{"model":"m","messages":[{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"send","input":{"%[1]s":"Hugo","a":[{"%[1]s":"Hugo"}]}}]}]}`,
			"/v1/responses":        `{"model":"m","input":[{"type":"function_call","call_id":"c","name":"send","arguments":{"%[1]s":"Hugo"}}],"unknown":{"%[1]s":"Hugo"}}`,
			"/v1/chat/completions": `{"model":"m","metadata":{"%[1]s":"Hugo"},"tools":[{"type":"function","function":{"name":"f","parameters":{"properties":{"x":{"default":{"%[1]s":"Hugo"},"examples":[{"%[1]s":"Hugo"}]}}}}}]}`,
		} {
			if got := asked(path, fmt.Sprintf(body, field)); strings.Contains(got, "Hugo") {
				t.Errorf("%s of %s goes out: %s", field, path, got)
			}
		}
	}
	for _, body := range []string{
		`{"messages":[{"role":"Hugo","content":"x"}]}`, `{"messages":[{"role":"user","content":[{"type":"Hugo"}]}],"service_tier":"Hugo"}`,
		`{"messages":[],"logit_bias":{"Hugo":1}}`, `{"messages":[{"content":[{"type":"tool_use","input":{"properties":{"Hugo":{}}}}]}]}`, `{"messages":[{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":"{\"Hugo\":1}"}}]}]}`,
	} {
		if got := asked("/v1/chat/completions", body); strings.Contains(got, "Hugo") {
			t.Errorf("it goes out: %s", got)
		}
	}
	schema := `{"model":"Hugo-x","messages":[{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":"{\"Hugo\":\"Hugo\"}"}}]},{"role":"tool","tool_call_id":"Hugo","content":"x"}],"tool_choice":{"type":"function","function":{"name":"Hugo"}},` +
		`"response_format":{"type":"json_schema","json_schema":{"name":"Hugo","schema":{"type":"object","required":["firstName","Hugo"],"properties":{"firstName":{"$ref":"#/$defs/Hugo"},"Hugo":{}},"$defs":{"Hugo":{"type":"string"}}}}},"reasoning":{"effort":"low"}}`
	got := asked("/v1/chat/completions", schema)
	for _, want := range []string{
		`"model":"Hugo-x"`, `"role":"tool","tool_call_id":"Hugo"`, `"function":{"name":"Hugo"}`, `"json_schema":{"name":"Hugo"`, `"effort":"low"`,
		`"required":["firstName","Hugo"]`, `"$ref":"#/$defs/Hugo"`, `"$defs":{"Hugo":{"type":"string"}}`, `"arguments":"{\"Hugo\":\"<PERSON_1>\"}"`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
}
