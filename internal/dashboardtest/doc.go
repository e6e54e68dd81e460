// Package dashboardtest goes the dashboard's whole way in a real browser against a real server, as a subscriber does and as those would who may not.
package dashboardtest
