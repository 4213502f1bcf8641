package main

import (
	"fmt"
	"net/netip"
	"strings"
	"time"
)

// filler fills a slot; label is the type of what it writes, "" for none.
type filler struct {
	label string
	fill  func(*generator) string
}

func person(g *generator) string {
	name := g.pick(firstNames) + " " + g.pick(lastNames)
	switch g.r.IntN(12) {
	case 0:
		name = g.pick(firstNames) + " " + string(rune('A'+g.r.IntN(26))) + ". " + g.pick(lastNames)
	case 1:
		name += "-" + g.pick(lastNames)
	}
	return name
}

func org(g *generator) string {
	return g.pick(lastNames) + g.pick([]string{
		" Inc", " LLC", " Group", " and Sons", ", " + g.pick(lastNames) + " and " + g.pick(lastNames), " Ltd", "-" +
			g.pick(lastNames),
	})
}

func email(g *generator) string {
	first, last := strings.ToLower(g.pick(firstNames)), strings.ToLower(g.pick(lastNames))
	return g.pick([]string{
		first + last + "@" + domain(g), first + "." + last + "@" + domain(g), first[:1] + last + g.shape("##") + "@" +
			domain(g),
		g.pick(firstNames) + g.pick(lastNames) + "@" + domain(g), first + "_" + last + "@" + domain(g),
	})
}

func domain(g *generator) string {
	return g.pick([]string{strings.ToLower(g.pick(lastNames)), strings.ToLower(g.pick(lastNames)) + "-" +
		strings.ToLower(g.pick(lastNames)), "example"}) +
		g.pick([]string{".com", ".org", ".net", ".info", ".biz", ".co.uk"})
}

func url(g *generator) string {
	return g.pick([]string{
		"https://www." + domain(g) + "/", "http://" + domain(g) + "/", "www." + domain(g), "https://" +
			domain(g) + "/login?next=%2Fhome", domain(g),
	})
}

func phone(g *generator) string {
	return g.shape(g.pick([]string{
		"%##-%##-####", "(%##)%##-####", "(%##) %##-####", "%##.%##.####", "+1-%##-%##-####", "001-%##-%##-####",
		"%##-%##-####x###", "+1-%##-%##-####x#####", "(%##)%##-####x####", "%##.%##.####x##", "%##%##%###",
		"001-%##-%##-####x###", "+44 20 7946 0%##", "07700 900%##", "+49 30 23125 0%#", "03 8### #0##",
	}))
}

func ssn(g *generator) string {
	return fmt.Sprintf("%03d-%02d-%04d", 1+g.r.IntN(665), 1+g.r.IntN(99), 1+g.r.IntN(9999))
}

// card draws a number of one of the networks with its Luhn digit.
func card(g *generator) string {
	n := g.shape(g.pick([]string{
		"4##############", "5" + "1#############", "34############", "37############", "6011###########",
		"30############", "3528###########", "4###########", "65#############",
	}))
	sum := 0
	for i := range len(n) {
		d := int(n[len(n)-1-i] - '0')
		if i%2 == 0 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	n += string(rune('0' + (10-sum%10)%10))
	if len(n) == 16 && g.r.IntN(3) == 0 {
		sep := g.pick([]string{" ", "-"})
		return n[:4] + sep + n[4:8] + sep + n[8:12] + sep + n[12:]
	}
	return n
}

// iban draws an account of one of some countries with its check digits.
func iban(g *generator) string {
	form := g.pick([]string{
		"GB????##############", "DE##################", "FR#######################", "CH#################",
		"NL????##########", "ES####################", "IT?######################", "BE############",
	})
	country, rest := form[:2], g.shape(form[2:])
	mod := 0
	for _, c := range rest + country + "00" {
		if c >= 'A' {
			mod = (mod*100 + int(c-'A') + 10) % 97
		} else {
			mod = (mod*10 + int(c-'0')) % 97
		}
	}
	whole := fmt.Sprintf("%s%02d%s", country, 98-mod, rest)
	if g.r.IntN(3) > 0 {
		return whole
	}
	var groups []string
	for len(whole) > 4 {
		groups, whole = append(groups, whole[:4]), whole[4:]
	}
	return strings.Join(append(groups, whole), " ")
}

// address draws an IP address, one in three of version 6.
func address(g *generator) string {
	if g.r.IntN(3) > 0 {
		return fmt.Sprintf("%d.%d.%d.%d", 1+g.r.IntN(223), g.r.IntN(256), g.r.IntN(256), 1+g.r.IntN(254))
	}
	var b [16]byte
	for i := range b {
		b[i] = byte(g.r.IntN(256))
	}
	return netip.AddrFrom16(b).String()
}

func street(g *generator) string {
	s := g.shape(g.pick([]string{"%##", "%###", "%#", "%"})) + " " +
		g.pick(append(lastNames, "Cedar", "Maple", "Hill", "Lake", "Church", "Mill")) + " " +
		g.pick(streetWords)
	if g.r.IntN(4) == 0 {
		s += g.shape(g.pick([]string{" Apt. %##", " Suite %#", " Apt %B"}))
	}
	return s
}

func zip(g *generator) string {
	return fmt.Sprintf("%05d", 10000+g.r.IntN(89999))
}

func date(g *generator) string {
	t := time.Date(1950+g.r.IntN(75), time.Month(1+g.r.IntN(12)), 1+g.r.IntN(28), 0, 0, 0, 0, time.UTC)
	return t.Format(g.pick([]string{
		"2006-01-02", "01/02/2006", "January 2, 2006", "2 Jan 2006", "02.01.2006", "Jan 2 2006",
	}))
}
