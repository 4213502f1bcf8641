package external

import (
	"context"
	"errors"
	"net/url"
	"time"
)

// web is a server that nobody asks: a page connects to nobody.
type web struct{}

func newWeb(*url.URL, bool, time.Duration) web { return web{} }

func (web) ask(context.Context, []byte, func([]byte) error) error {
	return errors.New("a page asks no server")
}
