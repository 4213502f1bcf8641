package policy_test

import (
	"bytes"
	"context"
	"crypto/cipher"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/private"
	"github.com/bauta/bauta/policy"
)

// sealing is a key under which sessions are sealed.
func sealing(t testing.TB, key string) cipher.AEAD {
	t.Helper()
	with, err := private.Sealer([]byte(key), "test")
	if err != nil {
		t.Fatal(err)
	}
	return with
}

// talk is a conversation in which much has to be remembered.
func talk() []bauta.Message {
	var out []bauta.Message
	for i, said := range []string{
		"salut Nicolas Zylberman, t'as vu Camille Durand ?", "non, demande à Nico. quel est le digicode ?", "4816A puis 2e droite",
		"ZYLBERMAN n'est pas là, écris à nicolas.zylberman@exemple.fr", "@camille_durand dit que Nicoooolas est à Brest",
		"brest c'est loin, ciao Camille", "et zylbermann ? mme Durand attend", "Hervé, c'est Nico. ton numéro client ?", "KD-5529", "merci nicolas",
	} {
		out = append(out, bauta.Message{ID: string(rune('a' + i)), Thread: "t", Author: string(rune('A' + i%2)), Text: said})
	}
	return out
}

// TestASealedSessionGoesOn: sealed and opened behind each message, a thread comes out as one
// that was never put away, under every preset.
func TestASealedSessionGoesOn(t *testing.T) {
	with := sealing(t, "a key")
	for _, name := range []string{"seekhide", "sms4science", "gdpr"} {
		p := build(t, load(t, name), policy.Options{Key: keyFile(t), Lang: "fr"})
		whole, again := p.Session(), p.Session()
		for _, m := range talk() {
			want, err := whole.Next(context.Background(), m)
			if err != nil {
				t.Fatal(err)
			}
			data, err := again.Seal(with)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if bytes.Contains(data, []byte("zylberman")) {
				t.Errorf("%s: a sealed session shows a name", name)
			}
			if again, err = p.OpenSession(with, data); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			got, err := again.Next(context.Background(), m)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %s:\n%s", name, m.ID, diff)
			}
		}
	}
}

// TestASessionOfAnother: nothing is opened of another key, version or policy, or that is damaged.
func TestASessionOfAnother(t *testing.T) {
	p := build(t, parse(t, numbered), policy.Options{})
	s := p.Session()
	if _, err := s.Next(context.Background(), talk()...); err != nil {
		t.Fatal(err)
	}
	with := sealing(t, "a key")
	data, err := s.Seal(with)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.OpenSession(sealing(t, "another"), data); err == nil {
		t.Error("another key opens it")
	}
	for i := range data {
		bad := bytes.Clone(data)
		bad[i] ^= 1
		if _, err := p.OpenSession(with, bad); err == nil {
			t.Fatalf("byte %d is another", i)
		}
		if _, err := p.OpenSession(with, data[:i]); err == nil {
			t.Fatalf("%d bytes of it are enough", i)
		}
	}
	if _, err := build(t, load(t, "seekhide"), policy.Options{}).OpenSession(with, data); err == nil {
		t.Error("another policy opens it")
	}
}
