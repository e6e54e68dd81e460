#!/bin/sh
# Before files are put in place: the user that the service runs as. For Debian, Red Hat and Alpine alike.
set -e
if ! grep -q '^auditctl:' /etc/group; then
	if command -v groupadd >/dev/null 2>&1; then groupadd --system auditctl; else addgroup -S auditctl; fi
fi
if ! grep -q '^auditctl:' /etc/passwd; then
	if command -v useradd >/dev/null 2>&1; then
		useradd --system --gid auditctl --home-dir /var/lib/auditctl --no-create-home --shell /usr/sbin/nologin auditctl
	else
		adduser -S -D -H -G auditctl -h /var/lib/auditctl -s /sbin/nologin auditctl
	fi
fi
