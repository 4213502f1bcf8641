package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/bauta/bauta/internal/review"
)

const userColumns = "id, login, display, password, COALESCE(subject, ''), disabled"

func scanUser(row scanner) (u review.User, err error) {
	err = row.Scan(&u.ID, &u.Login, &u.Display, &u.Password, &u.Subject, &u.Disabled)
	return u, missing(err)
}

// missing turns the absence of a row into review.ErrNotFound.
func missing(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return review.ErrNotFound
	}
	return err
}

// AddUser makes an account. The login must be free.
func (s *Store) AddUser(ctx context.Context, u review.User) (review.User, error) {
	err := s.write(ctx, func(t conn) error {
		var n int
		if err := t.row(ctx, "SELECT count(*) FROM app_user WHERE login = ? OR subject = ?", u.Login,
			subject(u)).Scan(&n); err != nil {
			return err
		}
		if n > 0 || u.Login == "" {
			return fmt.Errorf("%w: the login is taken or empty", review.ErrRefused)
		}
		var err error
		if u.ID, err = t.next(ctx, "app_user", 1); err != nil {
			return err
		}
		row := []any{u.ID, u.Login, u.Display, u.Password, subject(u), flag(u.Disabled)}
		if err := t.insert(ctx, "app_user", "id, login, display, password, subject, disabled",
			[][]any{row}); err != nil {
			return err
		}
		return s.note(ctx, t, 0, "add user", fmt.Sprintf("user/%d", u.ID), nil)
	})
	return u, err
}

// subject is null for local accounts: of many empty ones, none is another's.
func subject(u review.User) any {
	if u.Subject == "" {
		return nil
	}
	return u.Subject
}

// User finds an account.
func (s *Store) User(ctx context.Context, id int64) (review.User, error) {
	return s.account(ctx, "id = ?", id)
}

// UserByLogin finds an account by its login.
func (s *Store) UserByLogin(ctx context.Context, login string) (review.User, error) {
	return s.account(ctx, "login = ?", login)
}

// UserBySubject finds an account by its subject at an OpenID provider.
func (s *Store) UserBySubject(ctx context.Context, subject string) (review.User, error) {
	return s.account(ctx, "subject = ?", subject)
}

// account finds an account, and refuses one that somebody else wrote: its password
// would let them in.
func (s *Store) account(ctx context.Context, condition string, args ...any) (review.User, error) {
	c := s.read()
	u, err := scanUser(c.row(ctx, "SELECT "+userColumns+" FROM app_user WHERE "+condition, args...))
	if err != nil {
		return u, err
	}
	fits, err := s.holds(ctx, c, "app_user", "id = ?", u.ID)
	if err == nil && !fits {
		err = fmt.Errorf("%w: account %d was changed by somebody else; bauta review doctor says more",
			review.ErrRefused, u.ID)
	}
	if err != nil {
		return review.User{}, err
	}
	return u, nil
}

// Users lists all accounts.
func (s *Store) Users(ctx context.Context) ([]review.User, error) {
	var out []review.User
	err := s.read().each(ctx, func(row scanner) error {
		u, err := scanUser(row)
		out = append(out, u)
		return err
	}, "SELECT "+userColumns+" FROM app_user ORDER BY id")
	return out, err
}

// SetPassword changes the hash of a password; an empty one bars signing in by it.
func (s *Store) SetPassword(ctx context.Context, user int64, hash string) error {
	return s.write(ctx, func(t conn) error {
		var id int64
		if err := t.touch(ctx, "app_user", "id = ?", user); err != nil {
			return err
		}
		if err := t.row(ctx, "UPDATE app_user SET password = ? WHERE id = ? RETURNING id", hash,
			user).Scan(&id); err != nil {
			return missing(err)
		}
		return s.note(ctx, t, user, "set password", fmt.Sprintf("user/%d", user), nil)
	})
}

// SetDisabled shuts an account, or opens it again.
func (s *Store) SetDisabled(ctx context.Context, user int64, disabled bool, by int64) error {
	return s.write(ctx, func(t conn) error {
		var id int64
		if err := t.touch(ctx, "app_user", "id = ?", user); err != nil {
			return err
		}
		if err := t.row(ctx, "UPDATE app_user SET disabled = ? WHERE id = ? RETURNING id", flag(disabled),
			user).Scan(&id); err != nil {
			return missing(err)
		}
		return s.note(ctx, t, by, "set disabled", fmt.Sprintf("user/%d", user), map[string]any{"disabled": disabled})
	})
}

// SetMember gives a user a role in a project; an empty role takes it away.
func (s *Store) SetMember(ctx context.Context, m review.Member, by int64) error {
	return s.write(ctx, func(t conn) error {
		err := t.touch(ctx, "member", "project = ? AND user_id = ?", m.Project, m.User)
		if err != nil {
			return err
		}
		if m.Role == "" {
			err = t.exec(ctx, "DELETE FROM member WHERE project = ? AND user_id = ?", m.Project, m.User)
		} else {
			err = t.exec(ctx, "INSERT INTO member (project, user_id, role) "+
				"VALUES (?, ?, ?) ON CONFLICT (project, user_id) DO UPDATE SET role = excluded.role",
				m.Project, m.User, string(m.Role))
		}
		if err != nil {
			return err
		}
		return s.note(ctx, t, by, "set role", fmt.Sprintf("project/%d", m.Project),
			map[string]any{"user": m.User, "role": string(m.Role)})
	})
}

// Members lists who has a role in a project.
func (s *Store) Members(ctx context.Context, project int64) ([]review.Member, error) {
	var out []review.Member
	err := s.read().each(ctx, func(row scanner) error {
		m := review.Member{Project: project}
		err := row.Scan(&m.User, &m.Role)
		out = append(out, m)
		return err
	}, "SELECT user_id, role FROM member WHERE project = ? ORDER BY user_id", project)
	return out, err
}

// Role gives a user's role in a project, empty where there is none.
func (s *Store) Role(ctx context.Context, project, user int64) (review.Role, error) {
	var r review.Role
	c := s.read()
	err := c.row(ctx, "SELECT role FROM member WHERE project = ? AND user_id = ?", project, user).Scan(&r)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	if fits, err := s.holds(ctx, c, "member", "project = ? AND user_id = ?", project, user); err != nil || !fits {
		return "", err // a role that somebody else wrote is none
	}
	return r, nil
}
