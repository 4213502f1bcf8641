package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// share is an option that takes a part of a whole: 0.05, .05 or 5%, with a comma for the
// point where people write so. A difference of two may be below zero.
type share float64

// shareVar makes an option of a share.
func shareVar(f *pflag.FlagSet, to *float64, name string, usual float64, help string) {
	*to = usual
	f.Var((*share)(to), name, help)
}

// Set reads it.
func (s *share) Set(said string) error {
	said, percent := strings.CutSuffix(strings.TrimSpace(said), "%")
	n, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(said), ",", ".", 1), 64)
	if percent {
		n /= 100
	}
	if err != nil || !(n >= -1 && n <= 1) {
		return errors.New("no share")
	}
	// What per cent divide is the number that is meant: 5.1% is 0.051.
	*s = share(math.Round(n*1e12) / 1e12)
	return nil
}

// String is the share as a number.
func (s *share) String() string { return strconv.FormatFloat(float64(*s), 'g', -1, 64) }

// Type is what the help calls it.
func (s *share) Type() string { return "share" }

// shares is an option that takes several, with commas between.
type shares []float64

func sharesVar(f *pflag.FlagSet, to *[]float64, name string, usual []float64, help string) {
	*to = usual
	f.Var((*shares)(to), name, help)
}

// Set reads them.
func (s *shares) Set(said string) error {
	var all shares
	for part := range strings.SplitSeq(said, ",") {
		var one share
		if err := one.Set(part); err != nil {
			return err
		}
		all = append(all, float64(one))
	}
	*s = all
	return nil
}

// String is the shares as numbers.
func (s *shares) String() string {
	var all []string
	for _, one := range *s {
		all = append(all, (*share)(&one).String())
	}
	return strings.Join(all, ",")
}

// Type is what the help calls them.
func (s *shares) Type() string { return "shares" }

// percent is an option that takes whole per cent, with or without the sign.
type percent int

func percentVar(f *pflag.FlagSet, to *int, name string, usual int, help string) {
	*to = usual
	f.Var((*percent)(to), name, help)
}

// Set reads it.
func (p *percent) Set(said string) error {
	n, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(said), "%")))
	if err != nil || n < 0 || n > 100 {
		return errors.New("no per cent")
	}
	*p = percent(n)
	return nil
}

// String is the number without the sign.
func (p *percent) String() string { return strconv.Itoa(int(*p)) }

// Type is what the help calls it.
func (p *percent) Type() string { return "percent" }

// valuesOf is what options of a type take.
var valuesOf = map[string]string{
	"share": "a share, as 0.05 or 5%", "percent": "per cent from 0 to 100, as 10 or 10%",
	"float64": "a number, as 0.5", "int": "a whole number", "int64": "a whole number", "uint64": "a whole number",
	"shares": "shares with commas between, as 0.1,0.5 or 10%,50%", "uintSlice": "whole numbers with commas between",
	"bool": "true or false", "duration": "a time, as 90s or 10m",
}

// wrongValue says in words what an option takes that was given something else.
func wrongValue(err error) error {
	var wrong *pflag.InvalidValueError
	if !errors.As(err, &wrong) || valuesOf[wrong.GetFlag().Value.Type()] == "" {
		return err
	}
	return fmt.Errorf("--%s takes %s", wrong.GetFlag().Name, valuesOf[wrong.GetFlag().Value.Type()])
}
