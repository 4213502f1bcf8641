package main

import (
	"fmt"
	"os"
	"time"

	"github.com/bauta/bauta/internal/audit"
)

// onward is the log of an audit that goes on from what a withdrawal leaves of its release, where it was given.
type onward struct {
	*os.File
	log  *audit.Log
	rest *audit.Rest
}

// follow holds the log against the release, before anything is taken out.
func (o *withdrawing) follow(before, now audit.Release) (err error) {
	if o.log == "" {
		return nil
	}
	if o.going.log, o.going.File, err = o.auditing.open(false); err != nil {
		return err
	}
	if l := o.going.log; l.Attempt == 0 || !l.Knows(before) {
		return fmt.Errorf("%s: is the audit of another release than %s; leave --log out, or give its own", o.log,
			o.release)
	}
	o.going.rest = o.going.log.Left(before, now, o.file)
	return nil
}

// add notes in the log what is left.
func (g *onward) add(name string) error {
	if g.rest == nil {
		return nil
	}
	if err := g.log.Add(audit.Entry{At: time.Now(), Rest: g.rest}); err != nil {
		return fmt.Errorf("%s: cannot be written: %w; give the same command once more", name, reason(err))
	}
	return nil
}
