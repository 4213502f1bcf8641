//go:build clients

package gateway_test

import (
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/responses"
)

// TestClientOfOpenAI: the library that programs use talks through the gateway, at once
// and as it streams, and the upstream sees no name. Nights run it (make clients), because the
// library takes 80 CPU seconds to compile; TestNothingGoesOut and TestStreams speak the same
// protocols without it, always.
func TestClientOfOpenAI(t *testing.T) {
	u := newUpstream(t)
	u.answer = func(w http.ResponseWriter, body map[string]any) {
		if body["stream"] != true {
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, `{"id":"c1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":"stop",`+
				`"message":{"role":"assistant","content":"Dear <PERSON_1>"}}]}`)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		if body["input"] != nil {
			for _, piece := range []string{"Dear <", "PERSON", "_1>"} {
				fmt.Fprintf(w, "event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"item_id\":\"i\",\"output_index\":0,\"content_index\":0,\"delta\":%q}\n\n", piece)
			}
			return
		}
		for _, piece := range []string{"Dear <", "PERSON", "_1>"} {
			fmt.Fprintf(w, "data: {\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{\"content\":%q},\"finish_reason\":null}]}\n\n", piece)
		}
		io.WriteString(w, "data: {\"id\":\"c1\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
	}
	client := openai.NewClient(option.WithBaseURL(gate(t, u).URL+"/v1"), option.WithAPIKey("upstream-key"))
	ask := openai.ChatCompletionNewParams{
		Model: "gpt-x", Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("I am " + canary)},
	}
	got, err := client.Chat.Completions.New(t.Context(), ask)
	if err != nil || got.Choices[0].Message.Content != "Dear "+canary {
		t.Errorf("%v, %v", got, err)
	}
	text := ""
	chat := client.Chat.Completions.NewStreaming(t.Context(), ask)
	for chat.Next() {
		for _, c := range chat.Current().Choices {
			text += c.Delta.Content
		}
	}
	if chat.Err() != nil || text != "Dear "+canary {
		t.Errorf("%q, %v", text, chat.Err())
	}
	text = ""
	stream := client.Responses.NewStreaming(t.Context(), responses.ResponseNewParams{
		Model: "gpt-x", Input: responses.ResponseNewParamsInputUnion{OfString: openai.String("I am " + canary)},
	})
	for stream.Next() {
		if e := stream.Current(); e.Type == "response.output_text.delta" {
			text += e.Delta
		}
	}
	if stream.Err() != nil || text != "Dear "+canary {
		t.Errorf("%q, %v", text, stream.Err())
	}
	if betrayed(u.sees()) {
		t.Errorf("the upstream sees %s", u.sees())
	}
}
