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
	var m formats.Mapping
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	if err := dec.Decode(&m); err != nil && err != io.EOF {
		return fmt.Errorf("%s: is no mapping as bauta look --map writes it", o.mapping)
	}
	if !cmd.Flags().Changed("format") {
		o.format = cmp.Or(m.Format, o.format)
	}
	o.follow(m)
	return nil
}

// follow reads files as a mapping says, where no option says otherwise.
func (o *reading) follow(m formats.Mapping) {
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
}
