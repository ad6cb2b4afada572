// Loads Compose files with Compose's own parser and prints the resolved services.
//
//	go run . <env file> <compose file>…
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	options, err := cli.NewProjectOptions(os.Args[2:], cli.WithOsEnv, cli.WithEnvFiles(os.Args[1]), cli.WithDotEnv)
	exitOn(err)
	project, err := options.LoadProject(context.Background())
	exitOn(err)
	text, err := project.MarshalJSON()
	exitOn(err)
	fmt.Println(string(text))
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
