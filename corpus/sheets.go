package corpus

import (
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/formats"
)

// sheets finds the columns of the sheets of a workbook. One sheet may lack a column that is
// named and another have it: it is read by what it has, and not left as it stands. What no
// sheet has is an error.
type sheets struct {
	cfg     Config
	had     map[string]bool
	lacked  []lack
	columns map[string]bool // of sheets with a text
	alone   bool            // rows of one are conversations of their own, in which fields are read, too
}

type lack struct {
	name string
	err  error
}

// pick finds the columns of a sheet with such a header.
func (s *sheets) pick(header []string) (formats.Columns, error) {
	here := s.cfg
	if s.had == nil {
		s.had = map[string]bool{}
	}
	has := func(name string) bool {
		_, err := column(header, len(header), name, nil)
		if err != nil {
			s.lacked = append(s.lacked, lack{name, err})
		}
		s.had[name] = s.had[name] || err == nil
		return err == nil
	}
	c := &here.Columns
	for _, name := range []*string{&c.Text, &c.ID, &c.Thread, &c.Time, &c.Author, &c.Lang} {
		if *name != "" && !has(*name) {
			*name = ""
		}
	}
	here.Texts = slices.DeleteFunc(slices.Clone(here.Texts), func(name string) bool { return !has(name) })
	here.Also = slices.DeleteFunc(slices.Clone(here.Also), func(also string) bool {
		i := strings.LastIndexByte(also, '=')
		return i > 0 && !has(also[:i])
	})
	cols, err := here.pick(header)
	s.alone = s.alone || err == nil && cols.Thread < 0 && s.cfg.many()
	if s.columns == nil {
		s.columns = map[string]bool{}
	}
	for _, name := range header {
		s.columns[name] = s.columns[name] || err == nil
	}
	return cols, err
}

// missed is what no sheet had.
func (s *sheets) missed() error {
	for _, l := range s.lacked {
		if !s.had[l.name] {
			return l.err
		}
	}
	return nil
}
