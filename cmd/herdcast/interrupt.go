package main

import (
	"context"
	"os/signal"
	"syscall"
)

// interruptible gives a context that Ctrl-C cancels. A second one ends the program at
// once.
func interruptible() (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
