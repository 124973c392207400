package main

import (
	"bytes"
	"io"
	"maps"

	"github.com/spf13/cobra"

	"herdcast/reports"
	"herdcast/reports/text"
)

// answer is what a search came to, in each form that it takes.
type answer struct {
	encode func(io.Writer) error               // result.json, which --json prints
	files  map[string][]byte                   // what lies beside it, if anything
	report func(folder string) error           // the pages and pictures
	text   func(io.Writer, text.Options) error // for a terminal
}

// give leaves an answer in the folder that was asked for, and prints it.
func (f *flags) give(command *cobra.Command, a answer) error {
	if f.out != "" {
		var numbers bytes.Buffer
		if err := a.encode(&numbers); err != nil {
			return err
		}
		files := map[string][]byte{"result.json": numbers.Bytes()}
		maps.Copy(files, a.files)
		if err := reports.Place(f.out, files); err != nil {
			return err
		}
		if err := a.report(f.out); err != nil {
			return err
		}
	}
	switch {
	case f.json:
		return a.encode(command.OutOrStdout())
	case f.quiet:
		return nil
	}
	o := text.Options{Folder: f.out}
	o.Width, o.Color = terminal()
	return a.text(command.OutOrStdout(), o)
}
