package review

// Proposal is what the pipeline proposes for an occurrence, and what Accept does
// with it: to mask it unless keeping it is likelier right. An even chance masks,
// because the two errors are not equal.
func (o Occurrence) Proposal() Effect {
	if o.Span.Score < 0.5 {
		return Keep
	}
	return Mask
}
