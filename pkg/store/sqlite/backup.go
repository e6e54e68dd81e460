package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/auditctl/auditctl/pkg/audit"
)

// Backup copies the store to a new file, whole and as of one moment, while others read and write. The copy is readable by its owner alone, and appears
// under its name when it is complete. A file that exists is left as it is: CodeValidationFailed.
func (s *Store) Backup(ctx context.Context, path string) (err error) {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		if err != nil {
			return fmt.Errorf("writing the backup: %w", err)
		}
		return audit.Errorf(audit.CodeValidationFailed, "%s exists; name a new file", path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*") // of its owner alone
	if err != nil {
		return fmt.Errorf("writing the backup: %w", err)
	}
	defer func() {
		err = errors.Join(err, f.Close())
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	if _, err := s.read.ExecContext(ctx, "VACUUM INTO $1", f.Name()); err != nil {
		return fmt.Errorf("writing the backup: %w", explain(err))
	}
	if err := f.Sync(); err != nil {
		return fmt.Errorf("writing the backup: %w", err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return fmt.Errorf("writing the backup: %w", err)
	}
	return nil
}
