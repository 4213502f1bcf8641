//go:build js

// Command wasm is the page's worker: package page, lent to JavaScript as functions of
// the global object bauta, whose function ready it calls. All text stays in the tab.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"
	"syscall/js"

	"github.com/bauta/bauta/internal/page"
)

func main() {
	bound()
	w := &worker{}
	api := js.Global().Get("bauta")
	api.Set("open", later(w.open))
	api.Set("parts", later(w.names))
	set := func(name string, do func([]js.Value) (any, error)) { api.Set(name, later(w.opened(do))) }
	set("restore", w.restore)
	set("read", w.read)
	set("decide", w.decide)
	set("undo", w.undo)
	set("kept", w.kept)
	set("about", w.about)
	set("treat", w.treat)
	set("words", w.words)
	api.Set("listed", later(listed))
	set("take", w.take)
	set("plan", w.plan)
	set("save", w.save)
	api.Call("ready")
	select {}
}

// later makes of a function one that answers by a promise, so that what it does may
// take its time.
func later(do func([]js.Value) (any, error)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		settle := js.FuncOf(func(_ js.Value, ways []js.Value) any {
			go func() {
				out, err := guarded(do, args)
				if err != nil {
					ways[1].Invoke(err.Error())
					return
				}
				ways[0].Invoke(out)
			}()
			return nil
		})
		defer settle.Release()
		return js.Global().Get("Promise").New(settle)
	})
}

// guarded ends the program at a panic, without its value, which may hold text: the page
// goes on with another program, since this one's state may be half done.
func guarded(do func([]js.Value) (any, error), args []js.Value) (out any, err error) {
	defer func() {
		if recover() != nil {
			os.Exit(2)
		}
	}()
	return do(args)
}

// worker is the state of the page.
type worker struct {
	parts        *page.Parts
	page         *page.Page
	policy, lang string // of the page
}

// wanted asks the page for a part and waits until it is there.
func wanted(name string) (fs.FS, error) {
	type answer struct {
		bytes js.Value
		ok    bool
	}
	came := make(chan answer, 1)
	done := js.FuncOf(func(_ js.Value, args []js.Value) any { came <- answer{args[0], true}; return nil })
	fail := js.FuncOf(func(js.Value, []js.Value) any { came <- answer{}; return nil })
	defer done.Release()
	defer fail.Release()
	js.Global().Get("bauta").Call("want", name).Call("then", done, fail)
	part := <-came
	if !part.ok {
		return nil, fs.ErrNotExist
	}
	return page.Archive(lent{part.bytes}, int64(part.bytes.Length()))
}

// all are the parts, of which the index is fetched first.
func (w *worker) all() (*page.Parts, error) {
	if w.parts == nil {
		index, err := wanted(page.Index)
		if err != nil {
			return nil, page.ErrPart
		}
		w.parts = page.NewParts(index, wanted)
	}
	return w.parts, nil
}

// names lists the parts that a page may fetch, as JSON: parts().
func (w *worker) names([]js.Value) (any, error) {
	all, err := w.all()
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(all.Names(""))
	return string(data), err
}

// open makes a pipeline of a policy: open(policy, lang). What was decided goes on.
func (w *worker) open(args []js.Value) (any, error) {
	return nil, w.opens(args[0].String(), args[1].String())
}

func (w *worker) opens(policy, lang string) error {
	all, err := w.all()
	if err != nil {
		return err
	}
	p, err := all.Open(policy, lang)
	if err != nil {
		return err
	}
	p.Carry(w.page)
	w.page, w.policy, w.lang = p, policy, lang
	return nil
}

var errClosed = errors.New("no language is open; choose one")

// opened is for what asks a page.
func (w *worker) opened(do func([]js.Value) (any, error)) func([]js.Value) (any, error) {
	return func(args []js.Value) (any, error) {
		if w.page == nil {
			return nil, errClosed
		}
		return do(args)
	}
}

// rowsAtOnce is how many rows go to the page together.
const rowsAtOnce = 200

// sending gives what takes rows to a function of the page, and what sends the last of
// them.
func sending(to js.Value) (show func(page.Row) error, flush func() error) {
	var rows []page.Row
	flush = func() error {
		if len(rows) == 0 {
			return nil
		}
		data, err := json.Marshal(rows)
		rows = rows[:0]
		if err == nil {
			to.Invoke(string(data))
		}
		return err
	}
	return func(r page.Row) error {
		if rows = append(rows, r); len(rows) < rowsAtOnce {
			return nil
		}
		return flush()
	}, flush
}

// read takes a file through: read(name, bytes, rows, pace). pace is told how many texts of how
// many were taken through.
func (w *worker) read(args []js.Value) (any, error) {
	if w.parts.Lost() {
		if err := w.opens(w.policy, w.lang); err != nil {
			return nil, err
		}
	}
	show, flush := sending(args[2])
	pace := args[3]
	w.page.Pace(func(done, of int) { pace.Invoke(done, of) })
	return nil, errors.Join(w.page.Read(context.Background(), args[0].String(), taken(args[1]), show), flush())
}

// about tells of the file that was read, as JSON: about().
func (w *worker) about([]js.Value) (any, error) {
	data, err := json.Marshal(w.page.About())
	return string(data), err
}

// treat says what becomes of a column from the next reading on: treat(key, how).
func (w *worker) treat(args []js.Value) (any, error) {
	return w.page.Treat(args[0].String(), args[1].String()), nil
}

// listed tells by its beginning a list of words that are always masked, "always", or never,
// "never", from other files, "": listed(bytes).
func listed(args []js.Value) (any, error) {
	mask, ok := page.Listed(taken(args[0]))
	switch {
	case !ok:
		return "", nil
	case mask:
		return "always", nil
	}
	return "never", nil
}

// decide notes a decision and shows what it changes: decide(JSON, rows).
func (w *worker) decide(args []js.Value) (any, error) {
	var d page.Decision
	if err := json.Unmarshal([]byte(args[0].String()), &d); err != nil || !w.page.Decide(d) {
		return false, err
	}
	show, flush := sending(args[1])
	return true, errors.Join(w.page.Again(context.Background(), d.Word, show), flush())
}

// undo takes a decision back, shows what that changes and gives it as JSON, "" where there
// is none: undo(rows).
func (w *worker) undo(args []js.Value) (any, error) {
	d := w.page.Undo()
	if d.Word == "" {
		return "", nil
	}
	show, flush := sending(args[0])
	if err := errors.Join(w.page.Again(context.Background(), d.Word, show), flush()); err != nil {
		return "", err
	}
	data, err := json.Marshal(d)
	return string(data), err
}

// kept gives what was decided but for the first so many, as JSON: kept(from).
func (w *worker) kept(args []js.Value) (any, error) {
	data, err := json.Marshal(w.page.Kept(args[0].Int()))
	return string(data), err
}

// restore takes over what a program that died had decided: restore(JSON).
func (w *worker) restore(args []js.Value) (any, error) {
	var k page.Kept
	if err := json.Unmarshal([]byte(args[0].String()), &k); err != nil {
		return nil, err
	}
	return nil, w.page.Restore(k)
}

// plan says what an audit of what is saved would cost, as JSON: plan(limit, alpha).
func (w *worker) plan(args []js.Value) (any, error) {
	p, err := w.page.Plan(context.Background(), args[0].Float(), args[1].Float())
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(p)
	return string(data), err
}

// words gives those that are always masked, or never, as a list: words(mask).
func (w *worker) words(args []js.Value) (any, error) {
	var out bytes.Buffer
	err := w.page.List(&out, args[0].Bool())
	return given(out.Bytes()), err
}

// take takes such a list in: take(mask, bytes).
func (w *worker) take(args []js.Value) (any, error) {
	return w.page.Take(taken(args[1]), args[0].Bool())
}

// save gives the file.
func (w *worker) save([]js.Value) (any, error) {
	var out bytes.Buffer
	err := w.page.Save(context.Background(), &out)
	return given(out.Bytes()), err
}

// lent are bytes of the page that are read where they are. A model that was opened does not
// need its file any more, and memory of the program never shrinks.
type lent struct{ bytes js.Value }

func (l lent) ReadAt(p []byte, at int64) (int, error) {
	runtime.Gosched() // what an opened model left is collected before the next is read
	n := js.CopyBytesToGo(p, l.bytes.Call("subarray", at, at+int64(len(p))))
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// taken copies bytes of the page.
func taken(v js.Value) []byte {
	data := make([]byte, v.Length())
	js.CopyBytesToGo(data, v)
	return data
}

// given copies bytes for it.
func given(data []byte) js.Value {
	out := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(out, data)
	return out
}
