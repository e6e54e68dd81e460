// Command skeleton is the anchor of starting up: a command line of the same library that only prints its version.
package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

func main() {
	root := &cobra.Command{Use: "skeleton"}
	root.AddCommand(&cobra.Command{Use: "version", Run: func(*cobra.Command, []string) { fmt.Println("skeleton") }})
	if root.Execute() != nil {
		os.Exit(1)
	}
}
