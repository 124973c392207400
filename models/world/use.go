package world

// inUse tells, for each tool, whether some cohort may call it, and for each policy
// and tool whether some cohort calls that tool through that policy; policy 0 is
// the empty one. What is written and never used then costs a run nothing.
func inUse(spec *Spec) (called []bool, through [][]bool) {
	numbers, policies := map[string]int{}, map[string]int{"": 0}
	for i := range spec.Tools {
		numbers[spec.Tools[i].Name] = i
	}
	for i := range spec.Policies {
		policies[spec.Policies[i].Name] = i + 1
	}
	called = make([]bool, len(spec.Tools))
	through = make([][]bool, len(spec.Policies)+1)
	for p := range through {
		through[p] = make([]bool, len(spec.Tools))
	}
	for i := range spec.Fleet {
		cohort := &spec.Fleet[i]
		use := func(name string) {
			for name != "" { // and the tool that the model verifies it with
				t := numbers[name]
				policy := cohort.Policy
				if spec.Tools[t].Policy != "" {
					policy = spec.Tools[t].Policy
				}
				if through[policies[policy]][t] {
					return
				}
				called[t], through[policies[policy]][t] = spec.Tools[t].Spawns == nil, true
				if p := policies[policy]; p > 0 {
					for _, layer := range spec.Policies[p-1].Layers {
						if layer.Fallback != nil {
							other := numbers[layer.Fallback.Tool]
							called[other] = spec.Tools[other].Spawns == nil
						}
					}
				}
				name = spec.Tools[t].VerifyBy
			}
		}
		for _, share := range cohort.Task.Tools {
			if share.Share > 0 {
				use(share.Tool)
			}
		}
		for _, turn := range cohort.Task.Script {
			for _, name := range turn {
				use(name)
			}
		}
	}
	return called, through
}
