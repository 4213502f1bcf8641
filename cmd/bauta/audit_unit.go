package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/audit"
)

// auditUnit says of what a limit is a share: of the messages, or of the names.
type auditUnit struct {
	unit   string
	places int
	hidden int
}

func (u *auditUnit) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&u.unit, "unit", "message", "message, or name: the limit is then the share of what had to go that is "+
		"left")
	f.IntVar(&u.places, "per-message", audit.UsualPlaces, "with --unit name: how many names of a message count")
}

// hiddenFlag is for who has the files alone: a desk counts what it hides.
func (u *auditUnit) hiddenFlag(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&u.hidden, "hidden", 0, "with --unit name: how many names the release hides (default: counted with "+
		"--original)")
}

// keep takes the unit of an audit that begins anew from the one before.
func (u *auditUnit) keep(cmd *cobra.Command, l *audit.State) error {
	was := "message"
	if l.Names != nil {
		was = "name"
	}
	switch {
	case l.Attempt == 0:
		return nil
	case cmd.Flags().Changed("unit") && u.unit != was:
		return errUsage{fmt.Errorf("--unit %s, and the audit was begun by %s; the unit is fixed before the first look",
			u.unit, was)}
	}
	if u.unit = was; l.Names != nil {
		u.places = l.Names.Most
	}
	return nil
}

// known says whether a unit is one, where what is hidden is not known.
func (u *auditUnit) known() error {
	switch {
	case u.unit != "message" && u.unit != "name":
		return errUsage{errors.New("--unit takes message or name")}
	case u.places < 1 || u.places > audit.MostPlaces:
		return errUsage{fmt.Errorf("--per-message takes 1 to %d", audit.MostPlaces)}
	}
	return nil
}

// names is the unit of so many messages, nil where that is the message. counted is what
// was found to be hidden, and found what the report of the run says; 0 for not known.
func (u *auditUnit) names(messages, counted, found int) (*audit.Names, error) {
	switch {
	case u.unit == "message" && u.hidden == 0:
		return nil, nil
	case u.unit != "name":
		return nil, errUsage{errors.New("--unit takes message or name; --hidden goes with --unit name")}
	}
	most, by := counted, "as many are replaced"
	if counted == 0 {
		most, by = messages*u.places, "so many count of all messages together"
	}
	if found > 0 && found < most {
		most, by, counted = found, "as many the report says", min(counted, found)
	}
	if u.hidden > most {
		return nil, errUsage{fmt.Errorf("--hidden %d: at most %d, %s; give --original FILE alone, and they are counted",
			u.hidden, most, by)}
	}
	names := &audit.Names{Most: u.places, Hidden: u.hidden}
	if names.Hidden == 0 {
		names.Hidden = counted
	}
	if !names.Sound(messages) {
		return nil, errUsage{errors.New("--unit name needs to know how many names are hidden: give --original FILE " +
			"or --hidden N, at least 1; --per-message takes 1 to 20")}
	}
	return names, nil
}

// claim is what an audit is to prove, as people say it.
type claim struct {
	messages int
	silent   int // beside them, in which nothing can be read
	limit    float64
	names    *audit.Names
}

// said is what is at most so.
func (c claim) said() string {
	least := audit.TestOf(c.messages, c.limit, c.names, false).Least() - 1
	if c.names == nil {
		return fmt.Sprintf("%d of them leak (%.3g %%)", least, 100*c.limit)
	}
	return fmt.Sprintf("%d names are left where %d are hidden (%.3g %%), counting %d of a message", least,
		c.names.Hidden, 100*c.limit, c.names.Most)
}

// leftOut says how many messages do not count; "" for none.
func (c claim) leftOut() string {
	if c.silent == 0 {
		return ""
	}
	return counted(c.silent, "message has", "messages have") + " nothing but blanks and punctuation, and are left out\n"
}

// of says of what a share is one, where not of messages.
func (c claim) of() string {
	if c.names == nil {
		return ""
	}
	return "of the names "
}

// place says what a look is at where names are the unit.
func (c claim) place() string {
	return fmt.Sprintf("a look is at one of the %d places that a message has for names", c.names.Most)
}
