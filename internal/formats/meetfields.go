package formats

// Met are people whom the fields of a table name.
type Met struct{ people people }

// NewMet is of a table of which nothing was read.
func NewMet() Met { return Met{people{}} }

// Add remembers what a field calls somebody.
func (m Met) Add(name string) { m.people.add(name) }

// Named finds them in a text.
func (m Met) Named(said string) []Range { return m.people.named(said) }

// Meet remembers the people in the fields of a record.
func (m Met) Meet(rec *Record) {
	for i := range rec.Slots {
		if slot := &rec.Slots[i]; slot.Role == Name {
			m.people.add(slot.Value)
		}
	}
}

// Find finds people in the texts of a record, its own among them.
func (m Met) Find(rec *Record) {
	m.Meet(rec)
	for i := range rec.Slots {
		if slot := &rec.Slots[i]; slot.Role <= Note && slot.Known == nil {
			slot.Known = m.people.named(slot.Value)
		}
	}
}
