// Package axe compares what the browser measures in pages with axe-core in the same browser on the same pages. It is the axe-core that Lighthouse brings.
package axe
