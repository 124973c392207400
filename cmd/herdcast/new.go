package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"

	"github.com/spf13/cobra"

	"herdcast/experiments/library"
)

var fileName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

func newNew() *cobra.Command {
	return &cobra.Command{
		Use:   "new [NAME]",
		Short: "Write a commented scenario to begin with",
		Args:  cobra.MaximumNArgs(1),
		RunE: verb(func(command *cobra.Command, args []string) error {
			name := "scenario"
			if len(args) == 1 {
				name = args[0]
			}
			if !fileName.MatchString(name) {
				return refuse("%q is no name for a scenario: letters, digits, dots, dashes and underscores, the first a letter or digit", name)
			}
			path := name + ".yaml"
			file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
			if errors.Is(err, fs.ErrExist) {
				return refuse("%s is there already and stays as it is", path)
			}
			if err != nil {
				return err
			}
			_, err = file.Write(library.Starter(name))
			if err = errors.Join(err, file.Close()); err != nil {
				os.Remove(path)
				return err
			}
			_, err = fmt.Fprintf(command.OutOrStdout(), "%s is written; next: herdcast run %s\n", path, path)
			return err
		}),
	}
}
