# The shell that the commands of a document run in, before them. What stands for a value of the reader's gets one here: $SITE and $OTHER are sites on loopback, AUDIT_ID and
# BATCH_ID the newest of this document's, KEY_ID the newest key; auditctl serve goes on behind, once it answers.
set -eu -o pipefail

# newest LIST FIELD [N]: the field's first value, or Nth, in what auditctl lists as JSON.
newest() {
	local found
	found=$(command auditctl $1 -o json | grep -o "\"$2\": *\"[a-z]*_[0-9a-z]*\"" | sed -n "${3:-1}p")
	found=${found%\"}
	printf '%s' "${found##*\"}"
}

auditctl() {
	local given=() word remote= audits=0
	for word in "$@"; do
		case $word in
		--remote | --remote=*) remote="--remote work" ;;
		AUDIT_ID | aud_*…) audits=$((audits + 1)) ;;
		esac
	done
	for word in "$@"; do
		case $word in
		AUDIT_ID | aud_*…) word=$(newest "history $remote" audit_id "$audits") && audits=$((audits - 1)) ;; # of two, the older first
		BATCH_ID | bat_*…) word=$(newest "batches $remote" batch_id) ;;
		KEY_ID | key_*…) word=$(newest "keys list" key_id) ;;
		esac
		given+=("$word")
	done
	case ${1-} in
	serve | worker)
		stop
		(exec auditctl "${given[@]}" >server.log 2>&1) &
		behind=$!
		ready
		;;
	mcp) command auditctl "${given[@]}" </dev/null ;;
	*) command auditctl "${given[@]}" ;;
	esac
}

# ready waits until what goes on behind takes requests; stop ends it, as does the shell's end.
ready() {
	until command auditctl health --ready >/dev/null 2>&1; do
		kill -0 "$behind" 2>/dev/null && [ $SECONDS -lt 60 ] || { cat server.log >&2 && exit 1; }
		sleep 0.1
	done
}
stop() {
	if [ -n "$behind" ]; then kill "$behind" 2>/dev/null && wait "$behind" || true; fi
	behind=
}
behind=
trap stop EXIT

# curl remembers the batch that an answer accepts, and waits for its end, as a reader would.
curl() {
	local answer
	answer=$(command curl "$@")
	printf '%s\n' "$answer"
	case $answer in *'"openapi"'* | *'"pending"'*'"total"'*) return 0 ;; *'"batch_id"'*'"metered"'*) ;; *) return 0 ;; esac
	BATCH_ID=$(printf '%s' "$answer" | grep -o 'bat_[0-9a-z]*' | head -n 1)
	AUDIT_ID=$(printf '%s' "$answer" | grep -o 'aud_[0-9a-z]*' | head -n 1)
	until command curl -s "$AUDITCTL/v1/batches/$BATCH_ID" -H "X-API-Key: ${AUDITCTL_API_KEY-${KEY-}}" | grep -q '"pending": *0'; do
		[ $SECONDS -lt 60 ] || exit 1
		sleep 0.1
	done
}

# server begins a service with an account and its key, for documents that speak of one without beginning it.
server() {
	command auditctl accounts create reader@example.com --plan agency --limit 1000 >account
	AUDITCTL_API_KEY=$(command auditctl keys create --account reader@example.com 2>/dev/null)
	export AUDITCTL_API_KEY
	auditctl serve
	command auditctl remote add --no-keyring work "$AUDITCTL" <<<"$AUDITCTL_API_KEY" 2>/dev/null
}

# past audits $SITE twice and $OTHER once.
past() {
	for word in "$OTHER" "$SITE" "$SITE"; do command auditctl audit -q "$word" -O "$(mktemp -p .)"; done
}

printf '%s\n' "$SITE" "$OTHER" >sites.txt
{ echo url && cat sites.txt; } >sites.csv
printf '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>' >logo.svg
