package main

import (
	"context"
	"strings"
	"testing"
)

func TestAnInterruptedSearchWithoutAFolderSaysWhatWouldHaveHelped(t *testing.T) {
	var said strings.Builder
	if status := statusOf(unfound(context.Canceled, nil), &said); status != interrupted || said.String() != "herdcast: interrupted before the search was finished; nothing is kept, but with --out DIR it would be\n" {
		t.Errorf("status %d, %q", status, said.String())
	}
}
