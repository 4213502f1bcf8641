package policy

import (
	"fmt"

	"github.com/bauta/bauta/internal/location"
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

// location makes the detector.
func (f *File) location(b *Built) error {
	l := f.Detect.Location
	bundle, _, err := f.bundle(b, l.Model)
	if err != nil {
		return fmt.Errorf("location model %s: %w", l.Model, err)
	}
	m, err := location.OpenModel(bundle, b.kit.segments)
	if err != nil {
		return fmt.Errorf("location model %s: %w", l.Model, err)
	}
	var human *location.Feasibility
	if l.Feasibility != "" {
		if bundle, _, err = f.bundle(b, l.Feasibility); err != nil {
			return fmt.Errorf("location model %s: %w", l.Feasibility, err)
		}
		if human, err = location.OpenFeasibility(bundle, b.kit.segments); err != nil {
			return fmt.Errorf("location model %s: %w", l.Feasibility, err)
		}
	}
	det, err := location.NewDetector(m, human, location.Options{
		Objective: location.Objective(l.Objective),
		Threshold: l.Threshold, HumanThreshold: l.HumanThreshold, Protect: l.Protect,
	})
	if err != nil {
		return fmt.Errorf("location: %w", err)
	}
	b.detect("location", det)
	return nil
}
