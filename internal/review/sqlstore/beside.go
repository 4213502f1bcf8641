package sqlstore

import (
	"context"

	"github.com/bauta/bauta/internal/review"
)

// Beside gives the texts next to messages in their conversations. A neighbour that cannot be
// read is left out: whoever opens it is told.
func (s *Store) Beside(ctx context.Context, project int64, messages []int64) (map[int64]review.Beside, error) {
	c := s.read()
	v, err := s.vault(ctx, c, project)
	if err != nil {
		return nil, err
	}
	asked := map[int64]bool{}
	var ids []int64
	for _, m := range messages {
		for id := m - 1; id <= m+1; id++ {
			if !asked[id] {
				asked[id] = true
				ids = append(ids, id)
			}
		}
	}
	read := map[int64]review.Item{}
	err = inList(ctx, c, ids, func(row scanner) error {
		var id int64
		var sealed []byte
		if err := row.Scan(&id, &sealed); err != nil {
			return err
		}
		if it, err := v.item(id, sealed); err == nil && it.Message.Thread != "" {
			read[id] = it
		}
		return nil
	}, "SELECT id, sealed FROM message WHERE project = ? AND id IN", project)
	out := map[int64]review.Beside{}
	for _, m := range messages {
		here, ok := read[m]
		if !ok {
			continue
		}
		next := func(id int64) string {
			if it, ok := read[id]; ok && it.Message.Thread == here.Message.Thread {
				return it.Message.Text
			}
			return ""
		}
		if b := (review.Beside{Above: next(m - 1), Below: next(m + 1)}); b != (review.Beside{}) {
			out[m] = b
		}
	}
	return out, err
}
