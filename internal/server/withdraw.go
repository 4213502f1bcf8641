package server

import (
	"errors"
	"net/http"
	"strings"

	"github.com/bauta/bauta/internal/review"
)

// What writes files that hold the names of a person who left.
const (
	goldFile    = "review export --gold"
	lexiconFile = "review export --lexicon"
)

// maxLeaving bounds what is typed of a person who leaves, in bytes.
const maxLeaving = 4096

// withdraw takes a person out who takes consent back. Who it was stands neither in the
// address nor in what is said afterwards.
func (s *Server) withdraw(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) {
		return
	}
	me := whoIs(r.Context())
	who := review.Leaving{Author: strings.TrimSpace(r.PostForm.Get("author"))}
	names := r.PostForm.Get("names")
	for name := range strings.SplitSeq(names, ",") {
		who.Names = append(who.Names, strings.TrimSpace(name))
	}
	if who.Author == "" || len(who.Author)+len(names) > maxLeaving || r.PostForm.Get("slug") != me.Project.Slug {
		s.renderRelease(w, r, http.StatusUnprocessableEntity, s.say(r, "release.type", me.Project.Slug), "")
		return
	}
	done, err := s.store.Withdraw(r.Context(), me.Project.ID, who, me.ID)
	switch {
	case errors.Is(err, review.ErrNotFound):
		s.renderRelease(w, r, http.StatusUnprocessableEntity, s.say(r, "withdraw.nobody"), "")
	case err != nil:
		s.fail(w, r, err)
	default:
		said := s.say(r, "withdraw.done", done.Messages, done.Decisions, done.Annotations, done.Mentions)
		if done.Authors > 0 {
			said += " " + s.say(r, "withdraw.authors", done.Authors)
		}
		if done.Beside > 0 {
			said += " " + s.say(r, "withdraw.beside", done.Beside)
		}
		if done.Parts > 0 {
			said += " " + s.say(r, "withdraw.parts", done.Parts)
		}
		if done.Initials > 0 {
			said += " " + s.say(r, "withdraw.initials", done.Initials)
		}
		said += " " + s.say(r, "withdraw.unseen")
		s.renderRelease(w, r, http.StatusOK, "", said+" "+s.say(r, "withdraw.left", goldFile, lexiconFile))
	}
}
