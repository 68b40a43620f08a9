#!/usr/bin/env bash
# Deploys three new releases of the service while orders wait: another cause, a new state, another name
# of a task. Nothing is written for the orders: each release moves them when it opens the store.
#
#     examples/service/deploy.sh [STORE]
set -euo pipefail

# With SERVICE the program at this path is started, and nothing is built.
if [ -z "${SERVICE:-}" ]; then
    cargo build --quiet -p service
    SERVICE=${CARGO_TARGET_DIR:-target}/debug/service
fi
folder=$(mktemp -d)
store=${1:-$folder/orders}
process=
trap '[ -z "$process" ] || kill "$process"; rm -rf "$folder"' EXIT

# Starts a release, and waits until it listens.
start() {
    log=$folder/release-$1.log
    "$SERVICE" --address 127.0.0.1:0 --store "$store" --release "$1" > "$log" &
    process=$!
    until grep -q ' listening ' "$log"; do
        kill -0 "$process" || { cat "$log"; exit 1; }
        sleep 0.05
    done
    address=$(sed -n 's/.* listening address=//p' "$log")
    echo "release $1: $(grep -c 'continues in another version' "$log" || true) orders moved"
}

stop() {
    kill -TERM "$process"
    wait "$process"
    process=
}

# Sends a request with a body of JSON, and prints that of the response.
request() {
    exec 3<> "/dev/tcp/${address%:*}/${address##*:}"
    printf '%s %s HTTP/1.1\r\nHost: shop\r\nConnection: close\r\nContent-Type: application/json\r\n' \
        "$1" "$2" >&3
    printf 'Content-Length: %s\r\n\r\n%s' "${#3}" "$3" >&3
    sed '1,/^\r$/d' <&3
    exec 3>&-
}

place() {
    request POST /orders "{\"number\": \"$1\", \"article\": \"sencha\", \"quantity\": 1, \"card\": \"$2\", \"hold_seconds\": $3}"
    echo
}

# Waits a minute at most until what is shown of an order has this text, and prints it.
show() {
    for _ in $(seq 1200); do
        request GET "/orders/$1" '' > "$folder/order"
        if grep -q "$2" "$folder/order"; then
            cat "$folder/order"
            echo
            return
        fi
        sleep 0.05
    done
    echo "$1 is not $2: $(cat "$folder/order")"
    exit 1
}

start 1
place A-1 good 600
show A-1 'Wait for second thoughts'
place A-2 good 600
show A-2 'Wait for second thoughts'
stop

start 2 # another cause
place A-3 declined 600
show A-3 FAILED
stop

start 3 # a new state
place A-4 good 5
show A-4 'Wait for second thoughts'
stop

start 4 # another name of a task
show A-4 SUCCEEDED
request POST /orders/A-1/cancel ''
show A-1 ABORTED
show A-2 'Wait for second thoughts'
stop
