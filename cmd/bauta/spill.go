package main

import (
	"os"
	"path/filepath"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/journal"
)

// spill keeps the threads of a file that memory does not hold beside the output, or where
// temporary files go. There is no file while memory holds them all.
type spill struct {
	dir  string
	file *journal.Journal
}

// spilling gives a pipeline somewhere to keep threads, where it has nothing and that is not
// refused. People that are one across all threads are known in memory.
func (o *reading) spilling(p *bauta.Pipeline) *spill {
	s := &spill{dir: os.TempDir()}
	if o.together || o.noSpill || p.Store.Save != nil {
		return s
	}
	if o.out != "" && o.out != "-" {
		s.dir = filepath.Dir(place(o.out))
	}
	p.Store.Save, p.Store.Load = s.save, s.load
	return s
}

// used reports that threads beyond memory are kept.
func (s *spill) used(p *bauta.Pipeline) bool {
	return s != nil && p.Store.Save != nil
}

func (s *spill) save(thread string, state []byte) (err error) {
	if s.file == nil {
		if s.file, err = journal.Spill(s.dir); err != nil {
			return err
		}
	}
	return s.file.Save(thread, state)
}

func (s *spill) load(thread string) ([]byte, error) {
	if s.file == nil {
		return nil, nil
	}
	return s.file.Load(thread)
}

// end takes the file away: the next one begins with threads of its own.
func (s *spill) end() error {
	file := s.file
	s.file = nil
	return file.Remove()
}
