package table

import (
	"slices"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/bauta/bauta/internal/formats"
)

// node is a field of an Arrow schema, or what stands in one: a leaf has a column.
type node struct {
	column int // -1: it has kids
	kids   []*node
}

// tree finds the columns of a schema, in its order.
type tree struct{ columns []column }

// grow adds a field. What is neither flat nor a list nor a struct (unions, runs) is a column
// that holds no texts.
func (t *tree) grow(f arrow.Field, path []string, name string) *node {
	inner, kids := plainType(f.Type), []arrow.Field(nil)
	switch d := inner.(type) {
	case *arrow.StructType:
		kids = d.Fields()
	case *arrow.MapType:
		kids = []arrow.Field{d.ElemField()}
	case *arrow.ListType, *arrow.LargeListType, *arrow.FixedSizeListType:
		kids = []arrow.Field{d.(arrow.ListLikeType).ElemField()}
	default:
		t.columns = append(t.columns, column{
			path: path, name: name, role: formats.Keep, text: texts(inner), kind: inner.ID().String(),
			optional: f.Nullable && !arrow.IsNested(inner.ID()),
		})
		return &node{column: len(t.columns) - 1}
	}
	n := &node{column: -1}
	_, record := inner.(*arrow.StructType)
	for _, k := range kids {
		called := name + "." + k.Name
		if !record {
			called = name + "[]"
		}
		n.kids = append(n.kids, t.grow(k, append(slices.Clone(path), k.Name), called))
	}
	return n
}

// plainType is how a type is stored.
func plainType(t arrow.DataType) arrow.DataType {
	for {
		e, ok := t.(arrow.ExtensionType)
		if !ok {
			return t
		}
		t = e.StorageType()
	}
}

// texts says whether a type holds texts, as they stand or in a dictionary.
func texts(t arrow.DataType) bool {
	if d, ok := t.(*arrow.DictionaryType); ok {
		return d.ValueType.ID() == arrow.STRING || d.ValueType.ID() == arrow.BINARY
	}
	return slices.Contains([]arrow.Type{
		arrow.STRING, arrow.LARGE_STRING, arrow.STRING_VIEW, arrow.BINARY, arrow.LARGE_BINARY, arrow.BINARY_VIEW,
	}, t.ID())
}

// clean is a field without its notes, and what stands in it without theirs; left counts them.
func clean(f arrow.Field, left *int) arrow.Field {
	*left += f.Metadata.Len()
	f.Metadata = arrow.Metadata{}
	one := func(f arrow.Field) arrow.Field { return clean(f, left) }
	switch d := f.Type.(type) {
	case *arrow.StructType:
		var fields []arrow.Field
		for _, k := range d.Fields() {
			fields = append(fields, one(k))
		}
		f.Type = arrow.StructOf(fields...)
	case *arrow.MapType:
		m := arrow.MapOfFields(one(d.KeyField()), one(d.ItemField()))
		m.KeysSorted = d.KeysSorted
		f.Type = m
	case *arrow.ListType:
		f.Type = arrow.ListOfField(one(d.ElemField()))
	case *arrow.LargeListType:
		f.Type = arrow.LargeListOfField(one(d.ElemField()))
	case *arrow.FixedSizeListType:
		f.Type = arrow.FixedSizeListOfField(d.Len(), one(d.ElemField()))
	}
	return f
}

// leaf is the values of a node in a batch. What no row reaches, behind a null or between two
// lists, comes out empty where the column is read.
type leaf struct {
	node   *node
	data   arrow.ArrayData
	arr    arrow.Array // as it is stored
	kids   []*leaf
	values []string // what is written; nil: data, as it is
	last   int64    // of a list: where the last one ended
}

// bind finds the values of a node.
func (l *layout) bind(n *node, d arrow.ArrayData) *leaf {
	out := &leaf{node: n, data: d, arr: array.MakeFromData(typed(d, plainType(d.DataType())))}
	for i, k := range n.kids {
		out.kids = append(out.kids, l.bind(k, d.Children()[i]))
	}
	if n.column >= 0 && l.columns[n.column].role != formats.Keep && l.columns[n.column].text {
		if b := d.Buffers()[1]; d.Len() > 0 && (b == nil || b.Len() < d.Len()) {
			panic(errDamaged) // before room is made for as many
		}
		out.values = make([]string, d.Len())
	}
	return out
}

// typed is the same values under another type.
func typed(d arrow.ArrayData, t arrow.DataType) arrow.ArrayData {
	if t == d.DataType() {
		return d
	}
	if dict, ok := d.Dictionary().(*array.Data); ok && dict != nil {
		return array.NewDataWithDictionary(t, d.Len(), d.Buffers(), d.NullN(), d.Offset(), dict)
	}
	return array.NewData(t, d.Len(), d.Buffers(), d.Children(), d.NullN(), d.Offset())
}

// each gives the values of a leaf that value i of f holds. It panics where they are damaged.
func (f *leaf) each(i int, found func(*leaf, int)) {
	if f.arr.IsNull(i) {
		return
	}
	switch a := f.arr.(type) {
	case *array.Struct:
		for _, k := range f.kids {
			k.each(i+f.data.Offset(), found)
		}
	case *array.List, *array.LargeList, *array.FixedSizeList, *array.Map:
		from, to := a.(array.ListLike).ValueOffsets(i)
		if from < f.last || to < from {
			panic(errDamaged) // two lists would share what stands in them
		}
		f.last = to
		for ; from < to; from++ {
			f.kids[0].each(int(from), found)
		}
	default:
		found(f, i)
	}
}

// text is a value, where it is not null.
func (f *leaf) text(i int) (string, bool) {
	switch a := f.arr.(type) {
	case interface{ ValueString(int) string }:
		return a.ValueString(i), true
	case interface{ Value(int) string }:
		return a.Value(i), true
	case *array.Dictionary:
		at := a.GetValueIndex(i)
		if a.Dictionary().IsNull(at) {
			return "", false
		}
		return a.Dictionary().ValueStr(at), true
	}
	return f.arr.ValueStr(i), true
}

// build gives the values that are written.
func (l *layout) build(f *leaf, mem memory.Allocator) (arrow.ArrayData, error) {
	if f.node.column >= 0 {
		c := l.columns[f.node.column]
		switch {
		case c.role == formats.Gone && c.optional:
			none := array.MakeArrayOfNull(mem, f.arr.DataType(), f.arr.Len())
			return typed(none.Data(), f.data.DataType()), nil
		case f.values == nil:
			return f.data, nil
		}
		return f.written(mem)
	}
	var kids []arrow.ArrayData
	changed := false
	for i, k := range f.kids {
		d, err := l.build(k, mem)
		if err != nil {
			return nil, err
		}
		kids, changed = append(kids, d), changed || d != f.data.Children()[i]
	}
	if !changed {
		return f.data, nil
	}
	d := f.data
	return array.NewData(d.DataType(), d.Len(), d.Buffers(), kids, d.NullN(), d.Offset()), nil
}

// written gives the values of a column that was read, and nothing of what they were.
func (f *leaf) written(mem memory.Allocator) (arrow.ArrayData, error) {
	b := array.NewBuilder(mem, f.arr.DataType())
	defer b.Release()
	var add func(string) error
	switch b := b.(type) {
	case interface{ Append(string) }:
		add = func(s string) error { b.Append(s); return nil }
	case interface{ AppendString(string) error }: // a dictionary, which may be full
		add = b.AppendString
	case interface{ AppendString(string) }:
		add = func(s string) error { b.AppendString(s); return nil }
	}
	for i, s := range f.values {
		if f.arr.IsNull(i) {
			b.AppendNull()
		} else if err := add(s); err != nil {
			return nil, errFull
		}
	}
	return typed(b.NewArray().Data(), f.data.DataType()), nil
}
