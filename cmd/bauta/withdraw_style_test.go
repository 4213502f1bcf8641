package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// TestWithdrawMasksAsTheReleaseDoes: a mention that is masked in a release looks like the masks of people in it; of a number it gets
// one that nobody has in its conversation, and stars stand where nothing shows how people are masked. What is elided before it stays.
func TestWithdrawMasksAsTheReleaseDoes(t *testing.T) {
	for name, c := range map[string]struct{ rows, want string }{
		"numbers": {
			"1,t1,u7,ok\n2,t1,a,Person 2 et Zita avec Person 4\n3,t2,b,l'Ézita et Person 1\n4,t1,a,d'zita\n5,t2,b,Person 1 dort\n",
			"2,t1,a,Person 2 et Person 5 avec Person 4\n3,t2,b,l'Ézita et Person 1\n4,t1,a,d'Person 5\n5,t2,b,Person 1 dort\n",
		},
		"numbers of no conversation": {"1,,u7,ok\n2,,a,Person 1 et Zita\n3,,b,Zita\n4,,b,Person 1 et Person 2\n", "2,,a,Person 1 et Person 2\n3,,b,Person 1\n4,,b,Person 1 et Person 2\n"},
		"codes":                      {"1,t1,u7,ok\n2,t1,a,<PRE_6> et Zita\n3,t1,a,<PRE_5> et PERSON puis <PRE_4>\n", "2,t1,a,<PRE_6> et <PRE_4>\n3,t1,a,<PRE_5> et PERSON puis <PRE_4>\n"},
		"types":                      {"1,t1,u7,ok\n2,t1,a,PERSON et qu'Zita\n", "2,t1,a,PERSON et qu'PERSON\n"},
		"slots":                      {"1,t1,u7,ok\n2,t1,a,[FirstName] et Zita\n", "2,t1,a,[FirstName] et [FirstName]\n"},
		"nothing":                    {"1,t1,u7,ok\n2,t1,a,PHONE et Zita\n", "2,t1,a,PHONE et ***\n"},
	} {
		folder(t, map[string]string{"r.csv": "id,thread,author,text\n" + c.rows})
		must(t, "withdraw", "--author", "u7", "--name", "Zita", "--release", "r.csv", "-o", "left.csv", "--receipt", "receipt.json")
		if got := string(must2(os.ReadFile("left.csv"))); got != "id,thread,author,text\n"+c.want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestWithdrawFromStoreGluesNoMasks: a name behind what is elided is masked once in what a store exports, and has the number of the
// conversation.
func TestWithdrawFromStoreGluesNoMasks(t *testing.T) {
	folder(t, map[string]string{
		"a.csv": "id,thread,author,text\n1,t,Ambroise,salut\n2,t,Zita,\"d'Ambroise ou de l'ambroise, qu'Ambroise et Nadia\"\n3,t,Zita,jusqu’Ambroise et Nadia\n",
	})
	must(t, "review", "init", "desk.db", "--name", "p", "-q")
	must(t, "review", "import", "desk.db", "a.csv", "--policy", "gdpr", "--lang", "fr", "-q")
	must(t, "withdraw", "desk.db", "--author", "Ambroise", "--receipt", "receipt.json", "-q")
	must(t, "review", "export", "desk.db", "-o", "out.jsonl", "--policy", "gdpr", "--unreleased", "-q")
	var texts []string
	for line := range strings.Lines(string(must2(os.ReadFile("out.jsonl")))) {
		var m exported
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, m.Text)
	}
	want := "d'Person 1 ou de l'Person 1, qu'Person 1 et Person 2"
	if len(texts) != 2 || texts[0] != want || strings.Contains(texts[1], "PersonPerson") || strings.Count(texts[1], "Person ") != 2 {
		t.Errorf("%q, want %q", texts, want)
	}
}
