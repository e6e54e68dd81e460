// Package packaging lints what packaging holds for Kubernetes and for compose, with their own libraries and without a cluster or an engine. It is a module apart, so
// that they stay out of the program's.
package packaging
