package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/dossier"
	"github.com/bauta/bauta/internal/location"
)

// placeMargin is the accuracy beyond the most frequent cell at which a place is hidden:
// that of location calibrate.
const placeMargin = 0.02

// place plays the attack on where messages were written, which needs their places.
func (o *attacking) place(cmd *cobra.Command, messages []bauta.Message, r *attacks) error {
	switch {
	case o.placed == "":
		r.skip("place: give --places FILE, of which the release was made, with latitude and longitude, and --grid")
		return nil
	case o.grid == "":
		return errUsage{fmt.Errorf("--places needs --grid FILE, the cells to tell apart; bauta location grid %s "+
			"makes it", called(o.placed))}
	}
	at := places{columns: o.where, format: o.format, encoding: o.enc}
	at.columns.Text, at.columns.ID, at.columns.Author = o.columns.Text, o.columns.ID, o.columns.Author
	rs, err := at.read(cmd, o.placed)
	if err != nil {
		return err
	}
	division, err := readGrid(o.grid)
	if err != nil {
		return err
	}
	seg, err := segmenters().Open(o.segmenter)
	if err != nil {
		return err
	}
	var released []string
	for _, m := range messages {
		if m.Field() == "" {
			released = append(released, m.Text)
		}
	}
	// As location train: what one training leaves is to be collected before the next.
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	c := location.Config{Segmenter: o.segmenter, MinCount: 2, Seed: 1, Jobs: o.jobs}
	opt, err := generalising(o.general)
	if err != nil {
		return err
	}
	got, err := location.Play(cmd.Context(), rs, released, division, seg, c, placeMargin, opt)
	if err != nil {
		return fmt.Errorf("%s: %w", called(o.placed), err)
	}
	r.Attacks = append(r.Attacks, byPlace(got))
	return nil
}

// byPlace is how far the attack goes, and how far on what location deidentify leaves.
func byPlace(got location.Attack) attacked {
	a := playedOn("place", dossier.Say("place.what", got.By), got.Found, got.Majority)
	switch {
	case got.Found.Low <= got.Majority+placeMargin:
	case got.Unclean != nil:
		a.Advise(dossier.Say("place.never"))
		a.Advice += ": " + got.Unclean.Error()
	default:
		a.Advise(dossier.Say("place.never"))
		a.Lowers(dossier.Say("place.tried", fmt.Sprintf("%.3f", got.Threshold), got.Cleaned.By), got.Cleaned.Found,
			dossier.Say("place.out"))
	}
	return a
}
