// Command phones writes internal/detect/pattern/dialplan/plans.tsv.zst: what libphonenumber
// knows of the numbers of every region, without what nobody here asks: go run ./gen/phones.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"log"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/nyaruka/phonenumbers"

	"github.com/bauta/bauta/gen/tight"
)

const (
	out  = "internal/detect/pattern/dialplan/plans.tsv"
	head = `# what: the numbering plans of all regions; go run ./gen/phones
# source: libphonenumber (The Libphonenumber Authors), as packaged by github.com/nyaruka/phonenumbers
# licence: Apache-2.0
# region: name, country code, lengths, lengths dialled inside an area, what is dialled to get
#   abroad, what inside the country, what becomes of that, how numbers of the region begin, pattern
# fixed, mobile, other: lengths where they are fewer, pattern
# format, abroad: pattern, how such numbers begin, groups, whether the national prefix must be written
`
)

// firstGroup is a rule for formatting that asks for no national prefix.
var firstGroup = regexp.MustCompile(`^\(?\$1\)?$`)

func main() {
	var file bytes.Buffer
	w := bufio.NewWriter(&file)
	fmt.Fprint(w, head)
	if err := write(w); err != nil {
		log.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		log.Fatal(err)
	}
	if err := tight.Write(out, file.Bytes()); err != nil {
		log.Fatal(err)
	}
}

// write gives the regions by country code, the main one of each code first.
func write(w *bufio.Writer) error {
	all, err := phonenumbers.MetadataCollection()
	if err != nil {
		return err
	}
	plans := map[string]*phonenumbers.PhoneMetadata{}
	for _, m := range all.GetMetadata() {
		plans[fmt.Sprint(m.GetId(), m.GetCountryCode())] = m
	}
	codes := slices.Sorted(maps.Keys(phonenumbers.GetSupportedCallingCodes()))
	for _, code := range codes {
		for _, region := range phonenumbers.GetRegionCodesForCountryCode(code) {
			m := plans[fmt.Sprint(region, code)]
			if err := check(m); err != nil {
				return fmt.Errorf("%s %d: %w", region, code, err)
			}
			plan(w, m)
		}
	}
	return nil
}

// check refuses what package dialplan does not read.
func check(m *phonenumbers.PhoneMetadata) error {
	switch {
	case m == nil:
		return fmt.Errorf("no plan")
	case len(m.GetGeneralDesc().GetPossibleLength()) == 0, m.GetGeneralDesc().GetPossibleLength()[0] < 1:
		return fmt.Errorf("no lengths")
	case m.GetGeneralDesc().GetNationalNumberPattern() == "":
		return fmt.Errorf("no pattern")
	case m.GetId() != "001" && m.GetInternationalPrefix() == "":
		return fmt.Errorf("no international prefix")
	}
	return nil
}

// plan writes one region.
func plan(w *bufio.Writer, m *phonenumbers.PhoneMetadata) {
	g := m.GetGeneralDesc()
	line(w, "region", m.GetId(), fmt.Sprint(m.GetCountryCode()), lengths(g.GetPossibleLength()),
		lengths(g.GetPossibleLengthLocalOnly()), m.GetInternationalPrefix(), m.GetNationalPrefixForParsing(),
		m.GetNationalPrefixTransformRule(), m.GetLeadingDigits(), g.GetNationalNumberPattern())
	kind(w, "fixed", m.GetFixedLine())
	if !m.GetSameMobileAndFixedLinePattern() {
		kind(w, "mobile", m.GetMobile())
	}
	for _, d := range []*phonenumbers.PhoneNumberDesc{
		m.GetPremiumRate(), m.GetTollFree(), m.GetSharedCost(), m.GetVoip(), m.GetPersonalNumber(), m.GetPager(),
		m.GetUan(), m.GetVoicemail(),
	} {
		kind(w, "other", d)
	}
	formats(w, "format", m.GetNumberFormat())
	formats(w, "abroad", m.GetIntlNumberFormat())
}

// kind writes a kind of number, where the region has it.
func kind(w *bufio.Writer, name string, d *phonenumbers.PhoneNumberDesc) {
	if p := d.GetNationalNumberPattern(); p != "" && p != "NA" {
		line(w, name, lengths(d.GetPossibleLength()), p)
	}
}

func formats(w *bufio.Writer, name string, list []*phonenumbers.NumberFormat) {
	for _, f := range list {
		begin := ""
		if all := f.GetLeadingDigitsPattern(); len(all) > 0 {
			begin = all[len(all)-1]
		}
		rule := f.GetNationalPrefixFormattingRule()
		must := ""
		if rule != "" && !firstGroup.MatchString(rule) && !f.GetNationalPrefixOptionalWhenFormatting() {
			must = "must"
		}
		line(w, name, f.GetPattern(), begin, f.GetFormat(), must)
	}
}

func lengths(list []int32) string { return strings.Trim(fmt.Sprint(list), "[]") }

func line(w *bufio.Writer, cells ...string) { fmt.Fprintln(w, strings.Join(cells, "\t")) }
