package place_test

import (
	"fmt"
	"testing"

	"github.com/bauta/bauta/x/objects/internal/place"
)

func TestAt(t *testing.T) {
	for written, want := range map[string]place.Place{
		"s3://b/a/c.csv?region=eu":    {Bucket: "s3://b?region=eu", Key: "a/c.csv"},
		"gs://b/c d.csv":              {Bucket: "gs://b", Key: "c d.csv"},
		"file:///a/b/c%20d.csv":       {Bucket: "file:///a/b/?metadata=skip&no_tmp_dir=true", Key: "c d.csv"},
		"file:///c?metadata=anything": {Bucket: "file:///?metadata=skip&no_tmp_dir=true", Key: "c"},
	} {
		if got, err := place.At(written); err != nil || got != want {
			t.Errorf("%s: %+v, %v", written, got, err)
		}
	}
	for _, bad := range []string{"", "a.csv", "s3://b", "s3://b/", "s3:///k", "file://host/k", "https://b/k", "s3://b/k#x", "%zz"} {
		if got, err := place.At(bad); err == nil {
			t.Errorf("%s: %+v", bad, got)
		}
	}
}

func FuzzAt(f *testing.F) {
	f.Add("s3://b/a/c.csv?region=eu")
	f.Add("file:///a/b")
	f.Fuzz(func(t *testing.T, written string) {
		p, err := place.At(written)
		if err == nil && (p.Key == "" || p.Bucket == "") {
			t.Errorf("%q: %+v", written, p)
		}
	})
}

func ExampleAt() {
	fmt.Println(place.At("s3://chats/2026/chat.csv?region=eu-central-1"))
	// Output: {s3://chats?region=eu-central-1 2026/chat.csv} <nil>
}
