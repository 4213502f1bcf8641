package gateway_test

import (
	"encoding/base64"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/gateway"
)

// filePart is a request with a file as data.
func filePart(kind, text string) string {
	return `{"messages":[{"role":"user","content":[{"type":"file","file":{"filename":"` + quoted(canary) + `.txt","file_data":"data:` + kind + `;base64,` +
		base64.StdEncoding.EncodeToString([]byte(text)) + `"}}]}]}`
}

// TestFilesOfText: a part of a message that is a file goes out like any other text where its text stands
// in the request, for each kind of upstream.
func TestFilesOfText(t *testing.T) {
	c := quoted(canary)
	packed := regexp.MustCompile(`base64,([^"]*)`)
	for name, body := range map[string]string{
		"a document":             `{"messages":[{"content":[{"type":"document","title":"` + c + `","context":"of ` + c + `","source":{"type":"text","media_type":"text/plain","data":"I am ` + c + `, hi"}}]}]}`,
		"a document of contents": `{"messages":[{"content":[{"source":{"content":[{"text":"I am ` + c + `, hi","type":"text"}],"type":"content"},"type":"document"}]}]}`,
		"a file":                 filePart("text/plain", "I am "+canary+", hi"), "with its charset": filePart("text/csv;charset=UTF-8", "I am "+canary+", hi"),
		"a file of responses": `{"input":[{"role":"user","content":[{"type":"input_file","filename":"x.txt","file_data":"data:text/markdown;base64,` + base64.StdEncoding.EncodeToString([]byte("I am "+canary+", hi")) + `"}]}]}`,
		"a schema":            `{"messages":"I am ` + c + `, hi","tools":[{"parameters":{"properties":{"source":{"type":"string"},"file":{"type":"object"}}}}],"response_format":{"json_schema":{"schema":{"properties":{"source":{"type":"string"}}}}}}`,
	} {
		u := newUpstream(t)
		u.answer = func(w http.ResponseWriter, _ map[string]any) {
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, `{"content":"Dear <PERSON_1>"}`)
		}
		code, got := post(t, gate(t, u).URL+"/v1/chat/completions", body)
		saw := packed.ReplaceAllStringFunc(u.sees(), func(data string) string {
			text, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(data, "base64,"))
			if err != nil {
				t.Error(err)
			}
			return string(text)
		})
		if code != 200 || !strings.Contains(got, "Dear "+c) || betrayed(saw) || !strings.Contains(saw, "I am <PERSON_1>, hi") {
			t.Errorf("%s: %d %s\n%s", name, code, got, saw)
		}
	}
}

// TestAllowed: media go out where their kind is allowed by name, as each upstream writes them, and no other.
func TestAllowed(t *testing.T) {
	long := strings.Repeat("QUJD", 200)
	for kind, bodies := range map[string][]string{
		"image": {
			`{"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]}]}`,
			`{"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"` + long + `"}}]}]}`,
			`{"messages":[{"role":"user","content":[{"type":"image","source":{"type":"url","url":"https://example.com/x.png"}}]}]}`,
			`{"input":[{"role":"user","content":[{"type":"input_image","image_url":"data:image/png;base64,` + long + `"}]}]}`,
		},
		"audio": {`{"messages":[{"role":"user","content":[{"type":"input_audio","input_audio":{"data":"` + long + `","format":"wav"}}]}]}`},
		"file": {
			`{"messages":[{"role":"user","content":[{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"` + long + `"}}]}]}`,
			filePart("application/pdf", long), `{"input":[{"role":"user","content":[{"type":"input_file","file_id":"f1"}]}]}`,
		},
	} {
		for _, body := range bodies {
			for _, allow := range []string{"image", "audio", "video", "file"} {
				u := newUpstream(t)
				u.answer = func(w http.ResponseWriter, _ map[string]any) {
					w.Header().Set("Content-Type", "application/json")
					io.WriteString(w, "{}")
				}
				code, _ := post(t, gate(t, u, func(c *gateway.Config) { c.Allow = []string{allow} }).URL+"/v1/messages", body)
				if (code == 200) != (kind == allow) || (len(u.seen) > 0) != (code == 200) {
					t.Errorf("%s where %s is allowed: %d\n%.120s", kind, allow, code, body)
				}
			}
		}
	}
}
