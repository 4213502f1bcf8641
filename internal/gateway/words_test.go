package gateway_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
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

// TestSpeakers: the name of who speaks goes out as it is or as one placeholder in the letters that names may have, and
// comes back.
func TestSpeakers(t *testing.T) {
	u := newUpstream(t)
	u.answer = func(w http.ResponseWriter, body map[string]any) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]any{"messages": body["messages"]})
	}
	at := gate(t, u).URL
	for _, name := range []string{"Hugo", "Hugo_Martin", "user_Hugo_7", "Léa-Hugo", "Hugo_" + canary, canary, "PERSON_1", "user_7", "assistant"} {
		quoted := string(must(json.Marshal(name)))
		code, got := post(t, at+"/v1/chat/completions", `{"messages":[{"role":"user","name":`+quoted+`,"content":"Hugo: hi"},{"role":"user","name":`+quoted+`,"content":"ok"}]}`)
		saw := u.seen[len(u.seen)-1]
		out := regexp.MustCompile(`"name":"([a-zA-Z0-9_-]+)"`).FindAllStringSubmatch(saw, -1)
		if code != 200 || betrayed(saw) || strings.Contains(saw, "Hugo") || len(out) != 2 || out[0][1] != out[1][1] {
			t.Errorf("%s goes out as %s", name, saw)
		}
		if strings.Count(got, `"name":`+quoted) != 2 {
			t.Errorf("%s comes back as %s", name, got)
		}
	}
}

// TestNamesOfTools: a function and a tool are called the same wherever a request names them, and what only the upstream
// can read goes back as it came.
func TestNamesOfTools(t *testing.T) {
	u := newUpstream(t)
	u.answer = func(w http.ResponseWriter, _ map[string]any) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"content":[{"type":"redacted_thinking","data":"PERSON_1"},{"type":"text","data":" PERSON_1"}]}`)
	}
	at := gate(t, u).URL
	data := strings.Repeat("Hugo/", 200) + "=="
	for _, c := range [][2]string{
		{"/v1/chat/completions", `{"functions":[{"name":"mail_Hugo"}],"function_call":{"name":"mail_Hugo"},"messages":[{"role":"assistant","function_call":{"name":"mail_Hugo","arguments":"{}"}},{"role":"function","name":"mail_Hugo","content":"x"}]}`},
		{"/v1/chat/completions", `{"tools":[{"type":"function","function":{"name":"mail_Hugo"}}],"tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"auto","tools":[{"type":"function","function":{"name":"mail_Hugo"}}]}},"messages":[{"role":"tool","name":"mail_Hugo","tool_call_id":"c","content":"x"}]}`},
		{"/v1/responses", `{"tools":[{"type":"mcp","server_label":"of_Hugo","allowed_tools":["mail_Hugo"],"require_approval":{"never":{"tool_names":["mail_Hugo"]}}}],"tool_choice":{"type":"mcp","server_label":"of_Hugo","name":"mail_Hugo"},"input":[{"type":"mcp_call","server_label":"of_Hugo","name":"mail_Hugo","arguments":"{}"}]}`},
		{"/v1/responses", `{"tools":[{"type":"function","name":"mail_Hugo"}],"tool_choice":{"type":"allowed_tools","tools":[{"type":"function","name":"mail_Hugo"}]},"input":[{"type":"function_call","call_id":"c","name":"mail_Hugo","arguments":"{}"}]}`},
		{"/v1/messages", `{"mcp_servers":[{"type":"url","name":"of_Hugo","tool_configuration":{"allowed_tools":["mail_Hugo"]}}],"tools":[{"type":"mcp_toolset","mcp_server_name":"of_Hugo"},{"name":"mail_Hugo"}],"tool_choice":{"type":"tool","name":"mail_Hugo"},"messages":[{"role":"assistant","content":[{"type":"mcp_tool_use","id":"t","name":"mail_Hugo","server_name":"of_Hugo","input":{}}]}]}`},
		{"/v1/messages", `{"messages":[{"role":"assistant","content":[{"type":"redacted_thinking","data":"` + data + `"}]}]}`},
	} {
		code, got := post(t, at+c[0], c[1])
		saw := u.seen[len(u.seen)-1]
		if code != 200 || strings.Count(saw, "Hugo") != strings.Count(c[1], "Hugo") || strings.Contains(saw, "PERSON") {
			t.Errorf("%d %s\n%.600s", code, got, saw)
		}
	}
	for _, body := range []string{
		`{"tools":[{"type":"function","function":{"name":"mail_Hugo"}}],"messages":[{"role":"user","name":"Hugo","content":"x"}]}`,
		`{"messages":[{"role":"user","content":[{"type":"redacted_thinking","data":"I am Hugo"},{"type":"text","data":"Hugo"}]}]}`,
	} {
		if _, got := post(t, at+"/v1/messages", body); strings.Contains(strings.ReplaceAll(u.seen[len(u.seen)-1], "mail_Hugo", ""), "Hugo") {
			t.Errorf("%s\n%s", got, u.seen[len(u.seen)-1])
		}
	}
	if _, got := post(t, at+"/v1/messages", `{"messages":"Hugo"}`); got != `{"content":[{"type":"redacted_thinking","data":"PERSON_1"},{"type":"text","data":" Hugo"}]}` {
		t.Errorf("%s comes back", got)
	}
	w := httptest.NewRecorder()
	stream := `data: {"type":"content_block_start","index":0,"content_block":{"data":"PERSON_1","type":"redacted_thinking"}}` + "\n\n"
	if before(&told{kind: "text/event-stream", body: stream, chunk: func(left int) int { return left }}).ServeHTTP(w, asked("/v1/messages")); !strings.Contains(w.Body.String(), `"data":"PERSON_1"`) {
		t.Errorf("%s streams back", w.Body)
	}
}
