package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/review"
)

// matters is what an author is found by.
const matters = "case, accents and blanks around it do not matter, all else does: give the whole of what stands in " +
	"the author column"

// tells says what was taken out, and what still holds it.
func (o *withdrawing) tells(cmd *cobra.Command, r *receipt) {
	if r.Store != nil {
		if !r.Store.Before.IsZero() {
			inform(cmd, "this person was taken out before; the receipt counts that, too")
		}
		next := "export again: what"
		if r.Store.Left == 0 {
			next = "no message is left, and there is nothing to export; what"
		}
		inform(cmd, "%s taken out of the store; %s was exported before holds the person still",
			several(r.Store.Messages, "message"), next)
		inform(cmd, "not touched: what others wrote stays in the store as they wrote it, and so do the words that "+
			"hide the person in it and in what is imported later; review export --gold and --lexicon write both, "+
			"the person's names among them: keep those files in the house, or remove them by hand")
		alike(cmd, r.Store.Authors, r.Store.Beside)
		unsure(cmd, r.Store.Hints)
	}
	if r.Release != nil {
		o.tellsRelease(cmd, r.Release)
	}
	inform(cmd, "not seen in texts: nicknames that no --name gives, and whatever tells who somebody is without a name "+
		"(a job, a family, an event); read what is left")
	if r.Release != nil && o.kept == 0 {
		inform(cmd, "%s: no message is left; there is nothing to audit, nor to certify", o.out)
		return
	}
	if o.going.rest != nil {
		inform(cmd, "%s: the audit goes on from %s: bauta audit certify %s, or bauta audit draw NEW --before %s once "+
			"it has changed", o.log, o.out, o.out, o.out)
	}
	if o.certificate != "" {
		inform(cmd, "next: bauta audit verify %s %s", o.out, o.renewed)
	}
}

// tellsRelease says what was taken out of a release.
func (o *withdrawing) tellsRelease(cmd *cobra.Command, r *remainder) {
	inform(cmd, "%s: %s taken out, %d masked where the person is named", o.out,
		several(r.Gone, "message"), r.Changed)
	inform(cmd, "not touched, and the person may be in there still; look, and remove by hand: %s",
		strings.Join(o.untouched(), "; "))
	alike(cmd, r.Authors, 0)
	unsure(cmd, r.Hints)
	if o.now != "" && o.now != o.before {
		inform(cmd, "%s is signed with another key than %s: %s, and not %s; whoever checks it needs that one, by "+
			"another way", o.renewed, o.certificate, o.now, o.before)
	}
}

// untouched are the files that hold the person still, as far as they are known.
func (o *withdrawing) untouched() []string {
	out := []string{o.release}
	switch {
	case o.original == "":
		out = append(out, "the original that the release was made from")
	case !sameFile(o.original, o.release):
		out = append(out, o.original+" (the original)")
	}
	if o.certificate != "" {
		out = append(out, o.certificate, "sheets of bauta audit draw (texts, and canaries with originals)")
	}
	if len(o.beside) > 0 {
		out = append(out, fmt.Sprintf("columns of %s beside its texts (%s)", o.out, audit.Listed(o.beside)))
	}
	return append(out, "side files of the run (--spans, --candidates, --rejects, --report), and copies")
}

// holding says that there are authors whose name holds the one that was given; "" for none.
func holding(messages int) string {
	if messages == 0 {
		return ""
	}
	return fmt.Sprintf("; %s by an author whose name holds that one", counted(messages, "message is", "messages are"))
}

// alike says which messages that stay name the person beside their texts.
func alike(cmd *cobra.Command, authors, beside int) {
	if authors > 0 {
		inform(cmd, "%s by an author whose name holds that of the person; if it is the same person, withdraw --author "+
			"with that name, too", counted(authors, "message that stays is", "messages that stay are"))
	}
	if beside > 0 {
		inform(cmd, "%s a thread or an ID that names the person; review export writes both: change them by hand, or "+
			"import the file anew with others", counted(beside, "message that stays has", "messages that stay have"))
	}
}

// unsure says how many texts that stay may name the person.
func unsure(cmd *cobra.Command, h review.Hints) {
	if h.Parts > 0 {
		inform(cmd, "%s a part of the name alone, such as the first name, which others may have, too: left as it is; "+
			"where it is the person, give the same command once more with --name and that part",
			counted(h.Parts, "text that stays holds", "texts that stay hold"))
	}
	if h.Initials > 0 {
		inform(cmd, "%s initials, or a short name without its capitals, which may be other words: "+
			"left as they are; where they are the person, give the same command once more with --name and what "+
			"stands there",
			counted(h.Initials, "text that stays holds", "texts that stay hold"))
	}
}

// sameFile reports whether two names lead to one file.
func sameFile(a, b string) bool {
	one, err1 := os.Stat(a)
	other, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(one, other)
}
