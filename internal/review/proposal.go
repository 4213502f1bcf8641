package review

// Proposal is what Accept does with an occurrence: to mask it unless keeping it is
// likelier right. What logs say follows from it, so it stays as it is; what the pages
// propose is Hides.
func (o Occurrence) Proposal() Effect {
	if o.Span.P < 0.5 {
		return Keep
	}
	return Mask
}

// Hides reports whether hiding is the better guess for a place of a group that the
// pipeline gives the probability p: it is MaskAbove itself, or the whole word is.
func Hides(p float64, g Group) bool {
	return !(p < MaskAbove) || g.Likely >= MaskAbove
}
