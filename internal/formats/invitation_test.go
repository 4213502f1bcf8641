package formats

import (
	"slices"
	"testing"
)

// TestInvitations: how somebody came into a group is no part of the name; a contact by words is whole.
func TestInvitations(t *testing.T) {
	for said, want := range map[string][]string{
		"Irmtraud hat Kuno über einen Einladungslink hinzugefügt": {"Irmtraud", "Kuno"},
		"Irmtraud hat Kuno vom Sport über uns hinzugefügt":        {"Irmtraud", "Kuno vom Sport über uns"},
		"Irmtraud added Kuno using an invite link":                {"Irmtraud", "Kuno"},
		"Irmtraud added Kuno via Sport":                           {"Irmtraud", "Kuno via Sport"},
		"Irmtraud a ajouté Kuno via un lien d'invitation":         {"Irmtraud", "Kuno"},
		"Irmtraud añadió a Kuno mediante un enlace de invitación": {"Irmtraud", "Kuno"},
		"Irmtraud ha aggiunto Kuno tramite link d'invito":         {"Irmtraud", "Kuno"},
		"Irmtraud lade till Kuno via en inbjudningslänk":          {"Irmtraud", "Kuno"},
	} {
		known, ok := waPhrases().lines.people(said)
		var got []string
		for _, k := range known {
			got = append(got, said[k.Start:k.End])
		}
		if !ok || !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", said, got, want)
		}
	}
}
