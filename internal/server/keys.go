package server

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// Chord is a key with its modifiers, in the words of KeyboardEvent: "m",
// "Shift+m", "Digit1", "Shift+Digit1", "ArrowLeft", "Ctrl+Shift+z", "?".
// Digits go by their place on the keyboard, because AZERTY types them with
// Shift; letters and signs go by what they type. Signs carry no Shift, since
// layouts differ in where they need it.
type Chord string

// Binding gives an action its keys. The first is printed on the button.
type Binding struct {
	Action string
	Keys   []Chord
	Says   string // for the key help
}

// Keymap is the one registry of keys: the bindings of each screen.
type Keymap map[string][]Binding

// StandardKeys is the contract of the pages: what each key does on each screen.
// The second screens of a screen (its name, a dot) are its small panels.
func StandardKeys() Keymap {
	review := []Binding{
		{"accept", []Chord{"Enter"}, "mask what is proposed, next word"},
		{"mask", []Chord{"m"}, "mask here alone"},
		{"keep", []Chord{"k", "Digit0"}, "leave here alone"},
		{"always", []Chord{"Shift+m"}, "mask this word everywhere"},
		{"never", []Chord{"Shift+k"}, "leave this word everywhere (shows what changes)"},
		{"down", []Chord{"j", "ArrowDown"}, "next place"},
		{"up", []Chord{"i", "ArrowUp"}, "previous place"},
		{"left", []Chord{"ArrowLeft"}, "previous word"},
		{"right", []Chord{"ArrowRight"}, "next word"},
		{"extend", []Chord{"Shift+ArrowRight"}, "take the next word in"},
		{"shrink", []Chord{"Shift+ArrowLeft"}, "leave the last word out"},
		{"grapheme", []Chord{"."}, "extend and shrink by a letter, inside a word"},
		{"split", []Chord{"x"}, "places by what is proposed"},
		{"undone", []Chord{"n"}, "next undecided word"},
		{"skip", []Chord{"s"}, "skip, with a reason"},
		{"flag", []Chord{"f"}, "ask an adjudicator"},
		{"undo", []Chord{"u", "Ctrl+z"}, "undo the last decision"},
		{"redo", []Chord{"Ctrl+Shift+z"}, "redo"},
		{"context", []Chord{"c"}, "more context: the whole message and its neighbours"},
		{"guide", []Chord{"g"}, "guidelines"},
		{"hide", []Chord{"h"}, "hide or reveal all text"},
		{"previous", []Chord{"p"}, "previous decided word"},
		{"revisit", []Chord{"v"}, "list to revisit: skipped, flagged, your last ones"},
		{"search", []Chord{"/"}, "search by regular expression"},
		{"menu", []Chord{"e"}, "the other actions"},
		{"help", []Chord{"?"}, "these keys"},
		{"close", []Chord{"Escape"}, "close, back to the work"},
	}
	review = append(review, digits("label", "", "mask here as the kind of that digit")...)
	review = append(review, digits("always", "Shift+", "mask everywhere as the kind of that digit")...)
	return Keymap{
		"mark": markKeys(),
		"words": {
			{"mask", []Chord{"m"}, "mask the chosen words everywhere (shows what changes)"},
			{"keep", []Chord{"k"}, "leave the chosen words everywhere (shows what changes)"},
			{"undo", []Chord{"u", "Ctrl+z"}, "undo the last decision"},
			{"down", []Chord{"j", "ArrowDown"}, "next word"},
			{"up", []Chord{"i", "ArrowUp"}, "previous word"},
			{"choose", []Chord{"x"}, "choose this word, or not"},
			{"open", []Chord{"c"}, "a message in which it stands"},
			{"hide", []Chord{"h"}, "hide or reveal all text"},
			{"help", []Chord{"?"}, "these keys"},
			{"close", []Chord{"Escape"}, "close, back to the work"},
		},
		"annotate":      annotateKeys(),
		"annotate.skip": skipKeys(),
		"adjudicate":    adjudicateKeys(),
		"location":      locationKeys(),
		"review":        review,
		"review.skip":   skipKeys(),
		"review.stale": {
			{"theirs", []Chord{"Enter"}, "keep theirs"},
			{"override", []Chord{"o"}, "override: both go to the adjudicator"},
			{"close", []Chord{"Escape"}, "decide later"},
		},
		"audit": append(digits("leak", "", "this message leaks, or not"),
			Binding{"leak10", []Chord{"Digit0"}, "this message leaks, or not"},
			Binding{"save", []Chord{"Enter"}, "save what was seen, and the next ten"},
			Binding{"hide", []Chord{"h"}, "hide or reveal all text"},
			Binding{"help", []Chord{"?"}, "these keys"},
			Binding{"close", []Chord{"Escape"}, "close, back to the work"},
		),
	}
}

// digits binds nine actions to the digits: they do alike, and so say.
func digits(action, with, says string) []Binding {
	out := make([]Binding, 9)
	for n := range out {
		key := Chord(fmt.Sprintf("%sDigit%d", with, n+1))
		out[n] = Binding{fmt.Sprintf("%s%d", action, n+1), []Chord{key}, says}
	}
	return out
}

// markKeys is the cursor on a word, wherever text is seen.
func markKeys() []Binding {
	return []Binding{
		{"mask", []Chord{"m"}, "mask here alone"},
		{"always", []Chord{"Shift+m"}, "mask this word everywhere (shows what changes)"},
		{"keep", []Chord{"k", "Digit0"}, "leave here alone"},
		{"never", []Chord{"Shift+k"}, "leave this word everywhere (shows what changes)"},
		{"left", []Chord{"ArrowLeft"}, "previous word"},
		{"right", []Chord{"ArrowRight"}, "next word"},
		{"down", []Chord{"j", "ArrowDown"}, "next message"},
		{"up", []Chord{"i", "ArrowUp"}, "previous message"},
		{"extend", []Chord{"Shift+ArrowRight"}, "take the next word in"},
		{"shrink", []Chord{"Shift+ArrowLeft"}, "leave the last word out"},
		{"undo", []Chord{"u", "Ctrl+z"}, "undo the last decision"},
		{"open", []Chord{"c"}, "the message with its conversation, at its own address"},
		{"hide", []Chord{"h"}, "hide or reveal all text"},
		{"search", []Chord{"/"}, "search"},
		{"help", []Chord{"?"}, "these keys"},
		{"close", []Chord{"Escape"}, "close, back to the work"},
	}
}

// Check finds bindings that no keyboard could tell apart, chords that some
// layouts cannot type, and actions named twice.
func (k Keymap) Check() error {
	for _, screen := range slices.Sorted(maps.Keys(k)) {
		taken, named := map[Chord]string{}, map[string]bool{}
		for _, b := range k[screen] {
			if b.Action == "" || len(b.Keys) == 0 || named[b.Action] {
				return fmt.Errorf("keys of %s: action %q needs one binding with a key", screen, b.Action)
			}
			named[b.Action] = true
			for _, c := range b.Keys {
				if err := c.check(); err != nil {
					return fmt.Errorf("keys of %s, %s: %w", screen, b.Action, err)
				}
				if other, ok := taken[c]; ok {
					return fmt.Errorf("keys of %s: %s does both %s and %s; give one another key", screen, c.Print(),
						other, b.Action)
				}
				taken[c] = b.Action
			}
		}
	}
	return nil
}

// check tells whether the chord can be typed on every layout.
func (c Chord) check() error {
	key, mods := c.parts()
	shift := slices.Contains(mods, "Shift")
	switch {
	case len(key) > 5 && key[:5] == "Digit" && len(key) == 6 && key[5] >= '0' && key[5] <= '9',
		slices.Contains([]string{
			"Enter", "Escape", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp",
			"PageDown", "Home", "End", "Space",
		}, key),
		len(key) == 1 && key[0] >= 'a' && key[0] <= 'z':
		return nil
	case utf8.RuneCountInString(key) != 1:
		return fmt.Errorf("%q is no key; use a letter, Digit0 to Digit9, a sign, Enter, Escape or an arrow", string(c))
	case strings.ContainsAny(key, `[]\{}|@#~^`):
		return fmt.Errorf("%q needs AltGr on some keyboards; choose another", string(c))
	case shift || key >= "A" && key <= "Z":
		return fmt.Errorf("%q: write letters small and signs without Shift", string(c))
	case key <= " " || key >= "\x7f":
		return fmt.Errorf("%q is not on every keyboard; choose another", string(c))
	}
	return nil
}

// parts cuts a chord into its key and its modifiers.
func (c Chord) parts() (key string, mods []string) {
	s := string(c)
	for _, m := range []string{"Ctrl", "Alt", "Shift"} {
		if rest, ok := strings.CutPrefix(s, m+"+"); ok {
			mods, s = append(mods, m), rest
		}
	}
	return s, mods
}

// Print is the chord as it stands on a button.
func (c Chord) Print() string {
	key, mods := c.parts()
	switch key {
	case "ArrowLeft":
		key = "←"
	case "ArrowRight":
		key = "→"
	case "ArrowUp":
		key = "↑"
	case "ArrowDown":
		key = "↓"
	case "Escape":
		key = "Esc"
	default:
		key = strings.TrimPrefix(key, "Digit")
		if len(key) == 1 {
			key = strings.ToUpper(key)
		}
	}
	return strings.Join(append(mods, key), "+")
}

// single tells whether the chord is one character without Ctrl or Alt, which
// people who dictate must be able to turn off (WCAG 2.1.4).
func (c Chord) single() bool {
	key, mods := c.parts()
	return !slices.Contains(mods, "Ctrl") && (utf8.RuneCountInString(key) == 1 || strings.HasPrefix(key, "Digit"))
}

// under gives the bindings of a screen as the settings change them: with other
// keys, with Ctrl+Alt, or without single keys.
func (k Keymap) under(screen string, s Settings) []Binding {
	var out []Binding
	for _, b := range k[screen] {
		keys := b.Keys
		if own, ok := s.Remap[screen+"."+b.Action]; ok {
			keys = []Chord{own}
		}
		var held []Chord
		for _, c := range keys {
			switch {
			case !c.single() || s.Keys == "":
				held = append(held, c)
			case s.Keys == "ctrl-alt":
				held = append(held, "Ctrl+Alt+"+c)
			}
		}
		out = append(out, Binding{b.Action, held, b.Says})
	}
	return out
}

// remapped is the whole registry with the keys of the settings, to be checked
// before they are taken over.
func (k Keymap) remapped(s Settings) Keymap {
	out := Keymap{}
	for screen := range k {
		out[screen] = k.under(screen, Settings{Remap: s.Remap})
	}
	return out
}
