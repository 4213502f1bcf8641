package corpus_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestTEISchema holds TEI to the content model of teiHolds and teiOrder, or, with BAUTA_TEI_SCHEMA, to a schema
// in RELAX NG that somebody has (tei_all.rng, or that of a project) and xmllint of libxml2. A sample that is
// valid by itself is valid when its names are hidden; the files that are shown to people are.
func TestTEISchema(t *testing.T) {
	valid := func(file string) bool { return len(teiFaults(file)) == 0 }
	if schema := os.Getenv("BAUTA_TEI_SCHEMA"); schema != "" {
		valid = byXMLLint(t, schema)
	}
	if example := teiSamples(t)["tei.xml"]; !valid(example) {
		t.Errorf("the example is not valid: %s", teiFaults(example))
	}
	goldens, err := filepath.Glob("testdata/shapes/tei/*")
	if err != nil || len(goldens) < 3 {
		t.Fatal(goldens, err)
	}
	for _, name := range goldens {
		if file, err := os.ReadFile(name); err != nil || !valid(string(file)) {
			t.Errorf("what comes out in %s is not valid: %s %v", name, teiFaults(string(file)), err)
		}
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
	if before < 4 {
		t.Errorf("%d samples are valid; is it a schema of TEI with messages?", before)
	}
}

// byXMLLint is what xmllint says of a file.
func byXMLLint(t *testing.T, schema string) func(string) bool {
	t.Helper()
	validator, err := exec.LookPath("xmllint")
	if err != nil {
		t.Fatal("BAUTA_TEI_SCHEMA needs xmllint (libxml2-utils)")
	}
	return func(file string) bool {
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
