package main

import (
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// due says what the flags of a type take.
var due = map[string]string{
	"bool":   "true or false",
	"int":    fmt.Sprintf("a whole number of at most %d", math.MaxInt),
	"uint64": fmt.Sprintf("a whole number from 0 to %d", uint64(math.MaxUint64)),
}

// flagFault says of a flag that cannot be read what was found and what is due, and of
// an unknown one which is near.
func flagFault(command *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		if due, known := due[invalid.GetFlag().Value.Type()]; known {
			return refuse("--%s: found %q, but %s is due", invalid.GetFlag().Name, invalid.GetValue(), due)
		}
	}
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "" {
		var names []string
		command.Flags().VisitAll(func(flag *pflag.Flag) { names = append(names, "--"+flag.Name) })
		found := "--" + unknown.GetSpecifiedName()
		return refuse("unknown flag: %s%s", found, meant(found, names, command.CommandPath()+" --help"))
	}
	return err
}
