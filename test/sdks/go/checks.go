package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// One check: a name and what is done. Checks run in order and build on each other.
type check struct {
	name string
	run  func() error
}

// Prints a line of JSON for each check: its name, and what went wrong or null.
func runChecks(checks []check) {
	failed := false
	for _, one := range checks {
		var fault *string
		if err := one.run(); err != nil {
			text := err.Error()
			fault, failed = &text, true
		}
		line, _ := json.Marshal(map[string]any{"name": one.name, "fault": fault})
		fmt.Println(string(line))
	}
	if failed {
		os.Exit(1)
	}
}

// Reports what was found when it is not what was wanted.
func expect[T comparable](what string, got, wanted T) error {
	if got != wanted {
		return fmt.Errorf("%s: got %v, wanted %v", what, got, wanted)
	}
	return nil
}
