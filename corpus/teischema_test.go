package corpus_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestTEISchema holds TEI to a schema that somebody has: with BAUTA_TEI_SCHEMA, the path of a
// schema in RELAX NG (tei_all.rng, or that of a project), and xmllint of libxml2 on the machine.
// A sample that it calls valid is valid when its names are hidden.
func TestTEISchema(t *testing.T) {
	schema := os.Getenv("BAUTA_TEI_SCHEMA")
	if schema == "" {
		t.Skip("no schema is held against: BAUTA_TEI_SCHEMA=tei_all.rng names one")
	}
	validator, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("no schema is held against: xmllint is not here (libxml2-utils)")
	}
	valid := func(file string) bool {
		name := filepath.Join(t.TempDir(), "a.xml")
		if err := os.WriteFile(name, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		err := exec.Command(validator, "--noout", "--nonet", "--relaxng", schema, name).Run()
		const fails, notWellFormed = 3, 1 // xmllint(1), diagnostics
		exit := new(exec.ExitError)
		if err != nil && !(errors.As(err, &exit) && (exit.ExitCode() == fails || exit.ExitCode() == notWellFormed)) {
			t.Fatalf("xmllint: %v", err)
		}
		return err == nil
	}
	before := 0
	for name, file := range teiSamples(t) {
		if !valid(file) {
			t.Logf("%s is not valid by itself", name)
			continue
		}
		before++
		for _, with := range []string{"Person 12", "<PRE_6_4774>", `"'&`} {
			if !valid(renamedBy(t, aName, file, "a.xml", with)) {
				t.Errorf("%s with %q is not valid any more", name, with)
			}
		}
	}
	if before == 0 {
		t.Error("no sample is valid; is it a schema of TEI with messages?")
	}
}

// teiSamples are all files in TEI that the project has, and that of its tests.
func teiSamples(t *testing.T) map[string]string {
	t.Helper()
	out := samplesOf(t, "tei", ".xml")
	for name, file := range out {
		if !isTEI(file) {
			delete(out, name) // another XML
		}
	}
	out["messagesInTEI"] = messagesInTEI
	return out
}
