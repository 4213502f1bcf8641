package crf_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/crf"
	"github.com/bauta/bauta/internal/detect/tagger"
	"github.com/bauta/bauta/text"
)

func Example() {
	file := exampleModel() // in life: models/ner-en of the binary
	m, err := crf.Read(file)
	if err != nil {
		fmt.Println(err)
		return
	}
	det, _ := tagger.New(tagger.Config{Models: tagger.Ready(m.With(nil))})
	doc, _ := text.Analyser{Lang: "en"}.Analyse(context.Background(), bauta.Message{Text: "I saw Anna Vonk in Oslo today"})
	spans, _ := det.Detect(context.Background(), doc)
	for _, s := range spans {
		fmt.Println(s.Label, doc.Surface(s.Start, s.End))
	}
	// Output:
	// PERSON Anna Vonk
	// LOCATION Oslo
}

// exampleModel is the file of a model trained on invented messages.
func exampleModel() []byte {
	m, err := trained()
	if err != nil {
		return nil
	}
	var b bytes.Buffer
	_ = m.Write(&b)
	return b.Bytes()
}
