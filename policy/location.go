package policy

import (
	"errors"
	"fmt"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/location"
	"github.com/bauta/bauta/internal/location/japanese"
	"github.com/bauta/bauta/model"
)

// Location configures the detector of what gives the place away; see
// location.Options. Its models are the user's own: none is shipped.
type Location struct {
	Model          string    `yaml:"model"`       // folder made by bauta location train, beside the policy
	Feasibility    string    `yaml:"feasibility"` // folder made by bauta location feasibility train
	Objective      Objective `yaml:"objective"`   // machine, human or both
	Threshold      float64   `yaml:"threshold"`   // 0: the model's
	HumanThreshold float64   `yaml:"human_threshold"`
	Protect        []string  `yaml:"protect"` // words that are never hidden for the place's sake
}

// location makes the detector where it is linked.
func (f *File) location(b *Built) error {
	if f.Detect.Location == nil {
		return nil
	}
	if b.kit.places == nil {
		return errors.New("detect.location is for programs that call Build; BuildWith links no vocabulary of places")
	}
	det, err := b.kit.places(f.Detect.Location, func(dir string) (*model.Bundle, error) {
		bundle, _, err := f.bundle(b, dir)
		return bundle, err
	})
	if err != nil {
		return err
	}
	b.detect("location", det)
	return nil
}

// opener opens a model of the user's.
type opener func(dir string) (*model.Bundle, error)

// places makes the detector.
func places(l *Location, open opener) (bauta.Detector, error) {
	segments := location.Segmenters{japanese.Name: japanese.Open}
	bundle, err := open(l.Model)
	if err != nil {
		return nil, fmt.Errorf("location model %s: %w", l.Model, err)
	}
	m, err := location.OpenModel(bundle, segments)
	if err != nil {
		return nil, fmt.Errorf("location model %s: %w", l.Model, err)
	}
	var human *location.Feasibility
	if l.Feasibility != "" {
		if bundle, err = open(l.Feasibility); err != nil {
			return nil, fmt.Errorf("location model %s: %w", l.Feasibility, err)
		}
		if human, err = location.OpenFeasibility(bundle, segments); err != nil {
			return nil, fmt.Errorf("location model %s: %w", l.Feasibility, err)
		}
	}
	det, err := location.NewDetector(m, human, location.Options{
		Objective: location.Objective(l.Objective),
		Threshold: l.Threshold, HumanThreshold: l.HumanThreshold, Protect: l.Protect,
	})
	if err != nil {
		return nil, fmt.Errorf("location: %w", err)
	}
	return det, nil
}
