package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"herdcast/experiments/contrast"
	"herdcast/policies/preset"
	"herdcast/reports/text"
)

func newPoliciesDiff(f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "diff A B",
		Short: "Set two policies side by side: what differs, waits and worst cases",
		Long: `Set two policies side by side, layer by layer and key by key, with their waits and
worst cases. A and B are names of policies of libraries (herdcast policies list), or
FILE:POLICY for a policy of a scenario.`,
		Args: func(command *cobra.Command, args []string) error {
			if len(args) != 2 {
				return refuse("%s takes A and B, got %d", command.CommandPath(), len(args))
			}
			return nil
		},
		RunE: verb(func(command *cobra.Command, args []string) error {
			a, err := f.policy(command, args[0])
			if err != nil {
				return err
			}
			b, err := f.policy(command, args[1])
			if err != nil {
				return err
			}
			layers, err := contrast.Of(a.Layers, b.Layers)
			if err != nil {
				return err
			}
			if f.json {
				return writeJSON(command.OutOrStdout(), map[string]any{"format": 1, "kind": "policies", "a": a, "b": b, "layers": layers})
			}
			o := text.Options{}
			o.Width, _ = terminal()
			return text.SideBySide(command.OutOrStdout(), text.Row{A: a.Name, B: b.Name}, rows(a, b, layers), o)
		}),
	}
}

// policy finds what A or B names.
func (f *flags) policy(command *cobra.Command, name string) (*cost, error) {
	if p, ok := preset.Named(name); ok {
		return presetCost(p)
	}
	at := strings.LastIndex(name, ":")
	if at < 0 {
		return nil, refuse("no policy is named %q%s; a policy of a scenario is FILE:POLICY", name, meant(name, presets(), "herdcast policies list"))
	}
	file, policy := name[:at], name[at+1:]
	s, err := f.read(command, file)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, p := range s.Spec.Policies {
		if p.Name == policy {
			return costOf(heading{Name: name}, s, policy), nil
		}
		names = append(names, p.Name)
	}
	there := "it has none"
	if names != nil {
		there = "there are: " + strings.Join(names, ", ")
	}
	return nil, refuse("%s has no policy named %q (%s)", file, policy, there)
}

// rows are what people read: the layers with the keys that differ, then waits, then
// worst cases.
func rows(a, b *cost, layers []contrast.Layer) []text.Row {
	var all []text.Row
	for _, l := range layers {
		all = append(all, text.Row{}, text.Row{Label: l.Kind, A: place(l.A), B: place(l.B)})
		for _, key := range l.Differs {
			all = append(all, text.Row{Label: " " + key.Key, A: said(key.A), B: said(key.B)})
		}
		if len(l.Differs) == 0 {
			all = append(all, text.Row{Label: " the same"})
		}
	}
	for k := range max(len(a.Retries), len(b.Retries)) {
		all = append(all, text.Row{})
		left, right := a.waits(k), b.waits(k)
		for i := range max(len(left), len(right)) {
			row := text.Row{Label: fmt.Sprintf("wait before retry %d", i+1), A: none, B: none}
			if k > 0 {
				row.Label += fmt.Sprintf(" of layer %d that retries", k+1)
			}
			if i < len(left) {
				row.A = left[i]
			}
			if i < len(right) {
				row.B = right[i]
			}
			all = append(all, row)
		}
	}
	return append(all, text.Row{},
		text.Row{Label: "attempts of a call, at most", A: a.attempts(), B: b.attempts()},
		text.Row{Label: "waits of a call, at most", A: a.Horizon.String(), B: b.Horizon.String()},
		text.Row{Label: "time of a call that is never answered", A: a.Time.String(), B: b.Time.String()})
}

const none = "—"

func place(n int) string {
	if n == 0 {
		return none
	}
	return fmt.Sprintf("layer %d", n)
}

func said(value *string) string {
	if value == nil {
		return none
	}
	return *value
}
