package scenario

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"herdcast/models/client"
)

// File is one file that a command line names.
type File struct {
	Name string // as given
	Data []byte
}

// Together is the experiment that compares scenarios which are files of their own,
// the first being the baseline. Options.Directory is not looked at: each file's own
// directory is.
func Together(given []File, options Options) (*Experiment, error) {
	e := &Experiment{Version: 1, Name: "compared", options: options, file: given[0].Name, Compare: &Compare{By: "scenario", Paired: true}}
	var problems Problems
	for _, f := range given {
		root, problem := parse(f.Name, f.Data)
		if problem != nil {
			problems = append(problems, *problem)
			continue
		}
		d := newDecoder(f.Name, files{filepath.Dir(f.Name), options.Shipped})
		if key := experimental(root); key != nil {
			d.problem(key, key.Value, "it belongs to an experiment, but scenarios are due where several files are compared")
			problems = append(problems, d.problems...)
			continue
		}
		source := d.source(root, "", f.Name)
		source.Name = e.free(nameOf(f.Name))
		e.Scenarios = append(e.Scenarios, source)
	}
	if _, wrong := overridesOf(options); wrong != nil {
		problems = append(problems, wrong...)
	}
	if problems != nil {
		return nil, problems
	}
	var names []string
	for _, s := range e.Scenarios {
		names = append(names, s.Name)
	}
	e.Name = strings.Join(names, "-or-")
	return e, nil
}

// free gives a name that no other scenario has.
func (e *Experiment) free(name string) string {
	taken := func(name string) bool {
		return slices.ContainsFunc(e.Scenarios, func(s Source) bool { return s.Name == name })
	}
	for n, written := 2, name; taken(name); n++ {
		name = fmt.Sprintf("%s %d", written, n)
	}
	return name
}

// PolicyPath stands for the path where policies are compared: every cohort that
// names a policy is given another.
const PolicyPath = "policy"

const presetMark = "preset:"

// ComparePolicies makes the experiment compare policies, the first being the
// baseline: each takes the place of the policy of every cohort that names one. A
// policy is one of the scenario's, none, or preset:NAME.
func (e *Experiment) ComparePolicies(policies []string) error {
	label := "--policy"
	var problems Problems
	if e.Compare != nil {
		problems = append(problems, Problem{File: e.file, Path: "compare", Message: "it cannot stand beside --policy, which says itself what is compared"})
	}
	if len(policies) < 2 {
		problems = append(problems, Problem{File: label, Message: "two policies or more are due: --policy A --policy B"})
	}
	axis := Axis{Path: PolicyPath}
	for i, name := range policies {
		preset, is := strings.CutPrefix(name, presetMark)
		switch {
		case slices.Contains(policies[:i], name):
			problems = append(problems, Problem{File: label + " " + name, Message: "it is compared with itself"})
		case is && !slices.Contains(presetNames(), preset):
			problems = append(problems, Problem{File: label + " " + name, Message: "found " + show(preset) + ", which is no preset (herdcast policies list)" + suggest(preset, presetNames())})
		}
		axis.Values = append(axis.Values, Word(name))
	}
	if problems != nil {
		return problems
	}
	e.Vary = append(Vary{axis}, e.Vary...)
	e.Compare = &Compare{By: PolicyPath, Paired: true}
	e.policies = true
	return nil
}

// policyOf gives what puts a policy in place of those that the cohorts of a
// scenario name.
func (e *Experiment) policyOf(source int, name string) ([]override, error) {
	from := origin{file: "--policy " + name}
	base, err := e.Scenario(source)
	if err != nil {
		return nil, err
	}
	if preset, is := strings.CutPrefix(name, presetMark); is {
		layer := mappingNode()
		add(layer, "preset", text(preset))
		// Names with dots would be paths.
		name = strings.ReplaceAll(name, ".", "-")
		policies := &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{layer}}
		return e.given(base, name, []override{{"policies." + name, policies, from}}, from)
	}
	named := slices.ContainsFunc(base.Spec.Policies, func(p client.Policy) bool { return p.Name == name })
	if !named && name != "none" && slices.Contains(presetNames(), name) {
		return nil, Problems{{File: from.file, Message: "no policy of " + base.Spec.Name + " is named so; did you mean " + presetMark + name + "?"}}
	}
	return e.given(base, name, nil, from)
}

func (e *Experiment) given(base *Scenario, policy string, laid []override, from origin) ([]override, error) {
	cohorts := 0
	for i, cohort := range base.Spec.Fleet {
		if cohort.Policy != "" {
			laid = append(laid, override{item("fleet", i) + ".policy", text(policy), from})
			cohorts++
		}
	}
	if cohorts == 0 {
		return nil, Problems{{File: from.file, Message: "no cohort of " + base.Spec.Name + " names a policy that it could stand for"}}
	}
	return laid, nil
}
