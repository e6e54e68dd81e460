#!/bin/sh
# Before files go: the service ends, unless another version follows (Debian says upgrade, Red Hat 1).
set -e
case "$1" in upgrade | 1) exit 0 ;; esac
if [ -d /run/systemd/system ]; then
	systemctl --no-reload disable --now auditctl.service || true
elif [ -d /run/openrc ]; then
	rc-service --ifstarted auditctl stop || true
	rc-update --quiet --all delete auditctl || true
fi
