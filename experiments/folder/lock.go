//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package folder

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// Hold takes a folder for this process until the file is closed or the process
// ends, however it ends: nothing is left that somebody would have to clear away.
func Hold(path string) (*os.File, error) {
	lock, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, errors.Join(fmt.Errorf("%s %w", path, ErrInUse), lock.Close())
	}
	return lock, nil // a file system without locks keeps nobody out
}
