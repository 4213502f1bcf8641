// Package place reads where an object is.
package place

import (
	"errors"
	"net/url"
	"path"
	"strings"
)

// Place is an object in a bucket.
type Place struct {
	Bucket string // as gocloud.dev/blob opens it
	Key    string
}

var errPlace = errors.New("want s3://BUCKET/KEY, gs://BUCKET/KEY or file:///FOLDER/FILE, with options behind a ?")

// At reads a place. Options behind a ? are the driver's; of a file, nothing is written
// beside it.
func At(written string) (Place, error) {
	u, err := url.Parse(written)
	if err != nil || u.Path == "" || strings.HasSuffix(u.Path, "/") || u.Fragment != "" {
		return Place{}, errPlace
	}
	var key string
	switch u.Scheme {
	case "s3", "gs":
		if u.Host == "" {
			return Place{}, errPlace
		}
		key, u.Path = strings.TrimPrefix(u.Path, "/"), ""
	case "file":
		if u.Host != "" {
			return Place{}, errPlace
		}
		u.Path, key = path.Split(u.Path)
		q := u.Query()
		q.Set("metadata", "skip")
		q.Set("no_tmp_dir", "true")
		u.RawQuery = q.Encode()
	default:
		return Place{}, errPlace
	}
	u.RawPath = ""
	return Place{u.String(), key}, nil
}
