package page

// Key is what the IDs of an export come out under.
func (p *Page) Key() []byte { return p.key }
