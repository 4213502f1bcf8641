package bautaprocessor

import (
	"errors"
	"fmt"
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/policy"
)

// Config is the configuration of the processor.
type Config struct {
	// Policy is the name of a preset, or a policy file.
	Policy string `mapstructure:"policy"`
	// Lang is the language of texts, where it is known.
	Lang string `mapstructure:"lang"`
	// KeyFile is the key of a policy that rotates, hashes or encrypts, and of hashed keys.
	KeyFile string `mapstructure:"key_file"`
	// Withheld says what stands for a value that cannot be read, or must not go out:
	// mark, or remove.
	Withheld string `mapstructure:"withheld"`
	// MaxValueSize bounds a value that is read, in bytes. A longer one is withheld.
	MaxValueSize int `mapstructure:"max_value_size"`
	// Timeout bounds the time of a record, a span or a data point. Values that are not
	// read by then are withheld.
	Timeout time.Duration `mapstructure:"timeout"`

	Keys    KeysConfig    `mapstructure:"keys"`
	Logs    LogsConfig    `mapstructure:"logs"`
	Traces  TracesConfig  `mapstructure:"traces"`
	Metrics MetricsConfig `mapstructure:"metrics"`
	// Resource and Scope attributes of all signals.
	Resource bool `mapstructure:"resource"`
	Scope    bool `mapstructure:"scope"`
}

// LogsConfig says what of a log record is read.
type LogsConfig struct {
	Body       bool `mapstructure:"body"`
	Attributes bool `mapstructure:"attributes"`
}

// TracesConfig says what of a span is read.
type TracesConfig struct {
	Attributes bool `mapstructure:"attributes"`
	Events     bool `mapstructure:"events"` // their attributes
	Links      bool `mapstructure:"links"`  // their attributes
	Status     bool `mapstructure:"status"` // its message
	Names      bool `mapstructure:"names"`  // of spans and events
}

// MetricsConfig says what of a data point is read.
type MetricsConfig struct {
	Attributes bool `mapstructure:"attributes"` // with those of exemplars
}

// What stands for a value that is withheld.
const (
	mark   = "mark"
	remove = "remove"
)

func defaults() *Config {
	return &Config{
		Policy: policy.Newcomer, Withheld: mark, MaxValueSize: 64 << 10, Timeout: 5 * time.Second,
		Keys:    KeysConfig{Conventions: true},
		Logs:    LogsConfig{Body: true, Attributes: true},
		Traces:  TracesConfig{Attributes: true, Events: true, Links: true, Status: true},
		Metrics: MetricsConfig{Attributes: true}, Resource: true, Scope: true,
	}
}

// Validate says what is wrong, all at once.
func (c *Config) Validate() error {
	var all []error
	if c.Policy == "" {
		all = append(all, errors.New("policy: want the name of a preset, or a file"))
	}
	if c.Withheld != mark && c.Withheld != remove {
		all = append(all, errors.New("withheld: want mark or remove"))
	}
	if c.MaxValueSize < 1 || c.MaxValueSize > bauta.MaxText {
		all = append(all, fmt.Errorf("max_value_size: want 1 to %d bytes", bauta.MaxText))
	}
	if c.Timeout <= 0 {
		all = append(all, errors.New("timeout: want a time above 0"))
	}
	if len(c.Keys.Hash) > 0 && c.KeyFile == "" {
		all = append(all, errors.New("keys::hash: wants key_file; bauta key new makes one"))
	}
	if _, err := c.Keys.keys(c.KeyFile != ""); err != nil {
		all = append(all, err)
	}
	return errors.Join(all...)
}
