package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v4"

	"github.com/bauta/bauta/internal/bounded"
	"github.com/bauta/bauta/internal/formats"
)

// mapping says how a file is read: what bauta look writes, and --map reads.
type mapping struct {
	Format   string   `yaml:"format,omitempty"`
	Encoding string   `yaml:"encoding,omitempty"`
	NoHeader bool     `yaml:"no-header,omitempty"`
	Text     []string `yaml:"text,omitempty"`
	ID       string   `yaml:"id,omitempty"`
	Thread   string   `yaml:"thread,omitempty"`
	Author   string   `yaml:"author,omitempty"`
	Time     string   `yaml:"time,omitempty"`
	Lang     string   `yaml:"lang,omitempty"`
	// Also has an operator for each other column or field.
	Also map[string]string `yaml:"also,omitempty"`
}

// maxMapping bounds the file of a mapping, in bytes.
const maxMapping = 1 << 20

// mapped reads the mapping that was named. What options say goes before it.
func (o *reading) mapped(cmd *cobra.Command) error {
	if o.mapping == "" {
		return nil
	}
	data, err := bounded.File(o.mapping, maxMapping)
	if err != nil {
		return fmt.Errorf("%s: cannot be read; bauta look FILE --map writes one", o.mapping)
	}
	var m mapping
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	if err := dec.Decode(&m); err != nil && err != io.EOF {
		return fmt.Errorf("%s: is no mapping as bauta look --map writes it", o.mapping)
	}
	if !cmd.Flags().Changed("format") {
		o.format = cmp.Or(m.Format, o.format)
	}
	o.enc, o.header = cmp.Or(o.enc, m.Encoding), o.header || m.NoHeader
	if len(o.texts) == 0 && o.columns.Text == "" {
		o.texts = m.Text
	}
	c := &o.columns
	c.ID, c.Thread, c.Author = cmp.Or(c.ID, m.ID), cmp.Or(c.Thread, m.Thread), cmp.Or(c.Author, m.Author)
	c.Time, c.Lang = cmp.Or(c.Time, m.Time), cmp.Or(c.Lang, m.Lang)
	var also []string
	for _, name := range slices.Sorted(maps.Keys(m.Also)) {
		also = append(also, name+"="+m.Also[name])
	}
	o.also = append(also, o.also...)
	return nil
}

// mappingOf writes down how a file is read. Of an export the format says it all.
func mappingOf(l formats.Look, o *reading) mapping {
	m := mapping{Format: l.Format, Encoding: o.enc, NoHeader: o.header}
	_, export := formats.Of(l.Format)
	switch {
	case export || len(l.Fields) == 1:
		return m
	case l.Format == "slack":
		return mapping{}
	case l.Format == "xlsx", l.Format == "ods": // told by what stands in the archive
		m.Format = ""
	}
	m.Also = map[string]string{}
	for i := range l.Fields {
		m.put(&l.Fields[i])
	}
	return m
}

// operator is what --also calls a role.
var operator = map[formats.Role]string{
	formats.Gone: "drop", formats.Key: "hash", formats.Keep: "keep", formats.Note: "scan", formats.Name: "name",
}

// put writes down a field.
func (m *mapping) put(f *formats.Field) {
	if f.Role == formats.Text {
		m.Text = append(m.Text, f.Name)
		return
	}
	says := map[string]*string{
		"ID": &m.ID, "conversation": &m.Thread, "author": &m.Author, "time": &m.Time, "language": &m.Lang,
	}
	to := says[f.Says]
	if to != nil {
		*to = f.Name
	}
	if to == nil || f.Role != formats.Keep || f.Says == "author" {
		m.Also[f.Name] = operator[f.Role]
	}
}
