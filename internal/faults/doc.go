// Package faults kills, fills and stops what a service runs on, and then counts: no audit lost, none stuck, none metered twice, each ended once. Its
// tests run real processes of auditctl over real stores. They are short; `make faults` makes them long.
package faults
