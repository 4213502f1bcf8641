package table

import (
	"encoding/binary"
	"io"

	flatbuffers "github.com/google/flatbuffers/go"
)

// Slots of the tables of Arrow IPC's metadata (Message.fbs, Schema.fbs, File.fbs of the
// format), of which the library believes each length; a damaged one would take all memory.
const (
	messageKind, messageHeader, messageBody, messageNotes = 6, 8, 10, 12
	schemaFields, schemaNotes                             = 6, 8
	fieldKind, fieldType, fieldKids, fieldNotes           = 8, 10, 14, 16
	unionIDs                                              = 6
	dictionaryData                                        = 6
	batchNodes, batchBuffers, batchViews                  = 6, 8, 12
	footerSchema, footerDictionaries, footerBatches       = 6, 8, 10

	aSchema, aDictionary, aBatch = 1, 2, 3
	aUnion                       = 14
	blockSize                    = 24
)

// The bounds of a schema.
const (
	maxFields = 100_000
	maxDepth  = 64
)

// vetter looks at the metadata of a file before the library does. It panics with errDamaged,
// or by its reach.
type vetter struct {
	in     io.ReaderAt
	size   int64
	fields int
}

// vet looks at all metadata of a file or stream.
func vet(in io.ReaderAt, size int64, w way) (err error) {
	defer guarded(&err)
	v := &vetter{in: in, size: size}
	if w == inFile {
		v.file()
		return nil
	}
	for at := int64(0); ; {
		mark := v.bytes(at, 8)
		n := int64(int32(binary.LittleEndian.Uint32(mark[4:])))
		switch {
		case binary.LittleEndian.Uint32(mark) != 0xffffffff:
			return errEnd
		case n == 0 && at+8 == size:
			return nil
		case n == 0:
			return errEnd
		}
		at += 8 + n + v.message(v.bytes(at+8, n), at+8+n)
	}
}

// bytes reads a part of the file.
func (v *vetter) bytes(at, n int64) []byte {
	v.need(at >= 0 && n > 0 && at <= v.size && n <= v.size-at)
	out := make([]byte, n)
	_, err := v.in.ReadAt(out, at)
	v.need(err == nil || err == io.EOF)
	return out
}

func (v *vetter) need(ok bool) {
	if !ok {
		panic(errDamaged)
	}
}

// file looks at the footer, and at the messages that it points to.
func (v *vetter) file() {
	const magic = 6
	tail := v.bytes(v.size-magic-4, 4)
	n := int64(int32(binary.LittleEndian.Uint32(tail)))
	footer := root(v.bytes(v.size-magic-4-n, n))
	v.notes(footer, messageNotes)
	if schema, ok := inner(footer, footerSchema); ok {
		v.schema(schema)
	}
	for _, slot := range []flatbuffers.VOffsetT{footerDictionaries, footerBatches} {
		at, n := v.vector(footer, slot, blockSize)
		for i := range n {
			block := footer.Bytes[int(at)+i*blockSize:]
			from, meta := int64(binary.LittleEndian.Uint64(block)), int64(int32(binary.LittleEndian.Uint32(block[8:])))
			head := v.bytes(from, meta)
			if v.need(meta > 8); binary.LittleEndian.Uint32(head) == 0xffffffff {
				head = head[4:]
			}
			v.need(v.message(head[4:], from+meta) == int64(binary.LittleEndian.Uint64(block[16:])))
		}
	}
}

func root(b []byte) flatbuffers.Table {
	return flatbuffers.Table{Bytes: b, Pos: flatbuffers.GetUOffsetT(b)}
}

// inner is the table that a slot points to.
func inner(t flatbuffers.Table, slot flatbuffers.VOffsetT) (flatbuffers.Table, bool) {
	o := flatbuffers.UOffsetT(t.Offset(slot))
	if o == 0 {
		return t, false
	}
	return flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(o + t.Pos)}, true
}

// vector is where a list begins and how many it has, which the bytes hold.
func (v *vetter) vector(t flatbuffers.Table, slot flatbuffers.VOffsetT, each int) (flatbuffers.UOffsetT, int) {
	o := flatbuffers.UOffsetT(t.Offset(slot))
	if o == 0 {
		return 0, 0
	}
	at, n := t.Vector(o), t.VectorLen(o)
	v.need(n >= 0 && int(at)+n*each <= len(t.Bytes))
	return at, n
}

func (v *vetter) notes(t flatbuffers.Table, slot flatbuffers.VOffsetT) { v.vector(t, slot, 4) }

// message looks at a message whose body begins at a place, and gives the body's length.
func (v *vetter) message(b []byte, at int64) int64 {
	m := root(b)
	v.notes(m, messageNotes)
	body := m.GetInt64Slot(messageBody, 0)
	v.need(body >= 0 && body <= v.size-at)
	header, ok := inner(m, messageHeader)
	v.need(ok)
	switch kind := m.GetUint8Slot(messageKind, 0); kind {
	case aSchema:
		v.schema(header)
	case aDictionary:
		header, ok = inner(header, dictionaryData)
		v.need(ok)
		v.batch(header)
	case aBatch:
		v.batch(header)
	}
	return body
}

// batch looks at the lengths of a batch.
func (v *vetter) batch(t flatbuffers.Table) {
	v.vector(t, batchNodes, 16)
	_, buffers := v.vector(t, batchBuffers, 16)
	at, n := v.vector(t, batchViews, 8)
	for i := range n {
		count := flatbuffers.GetInt64(t.Bytes[int(at)+8*i:])
		v.need(count >= 0 && count <= int64(buffers))
	}
}

// schema looks at the fields of a schema.
func (v *vetter) schema(t flatbuffers.Table) {
	v.notes(t, schemaNotes)
	v.each(t, schemaFields, 0)
}

func (v *vetter) each(t flatbuffers.Table, slot flatbuffers.VOffsetT, depth int) {
	at, n := v.vector(t, slot, 4)
	for i := range n {
		v.fields++
		v.need(v.fields <= maxFields && depth < maxDepth)
		f := flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(at + flatbuffers.UOffsetT(4*i))}
		v.notes(f, fieldNotes)
		if kind, ok := inner(f, fieldType); ok && f.GetUint8Slot(fieldKind, 0) == aUnion {
			v.vector(kind, unionIDs, 4)
		}
		v.each(f, fieldKids, depth+1)
	}
}
