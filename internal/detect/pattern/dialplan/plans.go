package dialplan

// plan is the numbering plan of a region, or of a service that has a country code of its
// own and is called 001.
type plan struct {
	region string
	code   int
	kind               // every number of the region
	local  lengths     // of numbers that are dialled inside an area only
	idd    *expression // what is dialled to get abroad
	trunk  *expression // what is dialled before a number inside the country
	rule   string      // what becomes of trunk, nothing where it is empty
	begin  *expression // of numbers that belong to the region for sure

	fixed, mobile, other []kind
	formats, abroad      []format
}

// nongeographic is the name of services with a country code of their own.
const nongeographic = "001"

// kind is a kind of number: how long they are (0: as all of the region) and what they match.
type kind struct {
	lengths lengths
	pattern *expression
}

func (k *kind) matches(number string) bool {
	return (k.lengths == 0 || k.lengths.has(len(number))) && k.pattern.matches(number)
}

func anyOf(kinds []kind, number string) bool {
	for i := range kinds {
		if kinds[i].matches(number) {
			return true
		}
	}
	return false
}

// valid reports a number of the region; mobile, one that is nothing but that.
func (p *plan) valid(number string) bool {
	return p.matches(number) && (anyOf(p.other, number) || anyOf(p.fixed, number) || anyOf(p.mobile, number))
}

func (p *plan) isMobile(number string) bool {
	return p.matches(number) && !anyOf(p.other, number) && !anyOf(p.fixed, number) && anyOf(p.mobile, number)
}

// format is how numbers are written in groups.
type format struct {
	pattern, begin *expression
	groups         string
	must           bool // with what is dialled inside the country before it
}

// formatOf is the first of formats that number fits into, nil for none.
func formatOf(formats []format, number string) *format {
	for i := range formats {
		if f := &formats[i]; (f.begin == nil || f.begin.matches(number)) && f.pattern.matches(number) {
			return f
		}
	}
	return nil
}

// lengths is a set of numbers up to 31.
type lengths uint32

func (l lengths) has(n int) bool { return n < 32 && l>>n&1 == 1 }

// atlas are all plans.
type atlas struct {
	byRegion map[string]*plan
	byCode   map[int][]*plan // the main region of a code first
}

// of is the plan of a region, nil for none.
func (a *atlas) of(region string) *plan { return a.byRegion[region] }

// main is the plan by which numbers behind a country code are read, nil for none.
func (a *atlas) main(code int) *plan {
	if all := a.byCode[code]; len(all) > 0 {
		return all[0]
	}
	return nil
}

// home is the plan of the region that a number belongs to, nil for none.
func (a *atlas) home(code int, number string) *plan {
	all := a.byCode[code]
	if len(all) == 1 {
		return all[0]
	}
	for _, p := range all {
		if p.begin != nil && p.begin.matches(number) || p.begin == nil && p.valid(number) {
			return p
		}
	}
	return nil
}
