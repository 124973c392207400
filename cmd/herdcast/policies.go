package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"herdcast/policies/preset"
	"herdcast/reports/text"
)

func newPolicies(f *flags) *cobra.Command {
	policies := &cobra.Command{
		Use:   "policies",
		Short: "Policies of real libraries",
		Args:  cobra.ArbitraryArgs,
		RunE:  verb(needsVerb),
	}
	policies.AddCommand(&cobra.Command{
		Use:   "list",
		Short: "List the policies of real libraries",
		Args:  cobra.NoArgs,
		RunE: verb(func(command *cobra.Command, _ []string) error {
			if f.json {
				all := []heading{}
				for _, p := range preset.All() {
					all = append(all, headingOf(p))
				}
				return writeJSON(command.OutOrStdout(), map[string]any{"policies": all})
			}
			var rows [][2]string
			for _, p := range preset.All() {
				rows = append(rows, [2]string{p.Name, p.Library + "  " + p.Version})
			}
			width, _ := terminal()
			_, err := fmt.Fprint(command.OutOrStdout(), text.Listed(rows, width))
			return err
		}),
	}, &cobra.Command{
		Use:   "show NAME",
		Short: "Print the policy of a library: its layers, waits and worst case",
		Args:  exactly("NAME"),
		RunE: verb(func(command *cobra.Command, args []string) error {
			p, ok := preset.Named(args[0])
			if !ok {
				return refuse("no policy is named %q%s", args[0], meant(args[0], presets(), "herdcast policies list"))
			}
			c, err := presetCost(p)
			if err != nil {
				return err
			}
			if f.json {
				return writeJSON(command.OutOrStdout(), c)
			}
			return c.print(command.OutOrStdout(), p.Layers)
		}),
	}, newPoliciesDiff(f))
	return policies
}

// presets lists the names of the policies.
func presets() []string {
	var names []string
	for _, p := range preset.All() {
		names = append(names, p.Name)
	}
	return names
}

// heading is what a preset says of itself.
type heading struct {
	Name    string `json:"name"`
	Library string `json:"library"`
	Version string `json:"version"`
	Source  string `json:"source"`
	About   string `json:"about"`
}

func headingOf(p preset.Preset) heading {
	return heading{p.Name, p.Library, p.Version, p.Source, p.About}
}

// print writes the policy for people, its layers as the preset's file has them.
func (c *cost) print(w io.Writer, layers []byte) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s: %s, %s\n\n%s\n\nsource: %s\n", c.Name, c.Library, c.Version, c.About, c.Source)
	if c.Algorithm != "" {
		fmt.Fprintf(&b, "\nalgorithm: %s (rules of its own; the layer holds what parameters it has)\n", c.Algorithm)
	}
	fmt.Fprintf(&b, "\nlayers, outermost first:\n\n%s\n", layers)
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, retry := range c.Retries {
		for i, w := range retry.Waits {
			fmt.Fprintf(table, "%s, wait before retry %d\t%s\n", retry.Layer, i+1, between(w))
		}
		if retry.More {
			fmt.Fprintf(table, "%s, waits before further retries\tnot shown\n", retry.Layer)
		}
	}
	fmt.Fprintf(table, "attempts of a call, at most\t%s\n", c.attempts())
	fmt.Fprintf(table, "waits of a call, at most (retry horizon)\t%s\n", c.Horizon)
	fmt.Fprintf(table, "time of a call that is never answered\t%s\n", c.Time)
	table.Flush()
	if len(c.Retries) > 0 {
		b.WriteString("\nA wait that a refusal tells (Retry-After) comes in place of these where the policy obeys it.\n")
	}
	_, err := w.Write(b.Bytes())
	return err
}

// writeJSON writes one line and leaves letters such as < as they are.
func writeJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}
