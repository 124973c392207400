package main

import (
	"fmt"
	"io"

	"herdcast/experiments/result"
)

// summarize says of each objective whether it holds, and where the results are.
func summarize(w io.Writer, r *result.Result, path string) error {
	for _, o := range r.Objectives {
		fmt.Fprintf(w, "%s: %s", o.Verdict, o.Text)
		switch {
		case o.Value == nil:
			fmt.Fprintf(w, " (%s)", o.Why)
		default:
			fmt.Fprintf(w, " (%.6g, %.6g to %.6g)", *o.Value, *o.Low, *o.High)
		}
		fmt.Fprintln(w)
	}
	_, err := fmt.Fprintf(w, "results: %s\n", path)
	return err
}
