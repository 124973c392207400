package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/spf13/cobra"

	"herdcast/experiments/emulate"
	"herdcast/experiments/scenario"
	"herdcast/reports/number"
)

func newEmulate(f *flags) *cobra.Command {
	var address string
	command := &cobra.Command{
		Use:   "emulate FILE",
		Short: "Serve a scenario's dependency over HTTP, at the pace of the clock",
		Long: `Serve the dependency of a scenario over HTTP, with its servers, queue, service
times, quotas, keys and faults, at the pace of the clock, for the scenario's
duration. Point your own client at it and compare: a tool is at the path of its
name. Ctrl-C ends it. See docs/live.md for what a client may tell in headers.`,
		Args: exactly("FILE"),
		RunE: verb(func(command *cobra.Command, args []string) error {
			s, err := f.read(command, args[0])
			if err != nil {
				return err
			}
			listener, err := loopback(address)
			if err != nil {
				return err
			}
			f.note(command, "%s", serving(s, listener.Addr().String()))
			ctx, stop := interruptible()
			defer stop()
			measures, err := emulate.Serve(ctx, listener, s)
			ended := errors.Is(err, context.Canceled)
			if err != nil && !ended {
				return err
			}
			if err := f.saw(command.OutOrStdout(), s, measures); err != nil {
				return err
			}
			if ended {
				return &exit{interrupted, errors.New("interrupted before the scenario's duration was over")}
			}
			return nil
		}),
	}
	command.Flags().StringVar(&address, "listen", "127.0.0.1:8089", "`address` on loopback")
	return command
}

// loopback listens, on this machine only.
func loopback(address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, refuse("--listen is %q, want host:port, such as 127.0.0.1:8089", address)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, refuse("--listen is %q, want an address on loopback, such as 127.0.0.1:8089", address)
	}
	return net.Listen("tcp", address)
}

// serving says where what is.
func serving(s *scenario.Scenario, address string) string {
	text := fmt.Sprintf("%s for %v on http://%s\n", s.Spec.Name, s.Spec.Run.Duration, address)
	var tools []string
	for i := range s.Spec.Tools {
		tools = append(tools, "/"+s.Spec.Tools[i].Name)
	}
	return text + "tools: " + strings.Join(tools, " ") + "\n"
}

// saw prints what the dependency saw.
func (f *flags) saw(out io.Writer, s *scenario.Scenario, measures []emulate.Measure) error {
	if f.json {
		return writeJSON(out, map[string]any{"version": 1, "name": s.Spec.Name, "measures": measures})
	}
	if f.quiet {
		return nil
	}
	for _, m := range measures {
		if _, err := fmt.Fprintf(out, "%-20s %s\n", m.Name, number.Value(m.Value, m.Unit)); err != nil {
			return err
		}
	}
	return nil
}
