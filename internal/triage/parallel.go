package triage

import "sync"

// inParallel calls f for 0 … n−1, so many at once, and returns the error of the
// least of those that failed.
func inParallel(n, jobs int, f func(int) error) error {
	errs := make([]error, n)
	slots := make(chan struct{}, max(1, jobs))
	var wg sync.WaitGroup
	for i := range n {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			errs[i] = f(i)
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
