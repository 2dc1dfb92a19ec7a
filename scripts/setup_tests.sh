#!/bin/sh
# System packages that the tests use. As root on Debian or Ubuntu the missing ones are installed; elsewhere they are
# named, and the tests that need them are skipped with their reason (with CI=true they fail instead).
set -eu

missing=""
need() { # command or file, package
    command -v "$1" >/dev/null 2>&1 || [ -e "$1" ] || missing="$missing $2"
}
need chromium chromium
need tesseract tesseract-ocr
need java default-jre-headless
need mvn maven
need npm npm
if command -v tesseract >/dev/null 2>&1; then
    tesseract --list-langs 2>/dev/null | grep -qx jpn || missing="$missing tesseract-ocr-jpn"
else
    missing="$missing tesseract-ocr-jpn"
fi
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1 || missing="$missing postgresql"
if command -v fc-list >/dev/null 2>&1; then
    fc-list :lang=ja family | grep -q . || missing="$missing fonts-noto-cjk"
else
    missing="$missing fontconfig fonts-noto-cjk"
fi

if [ -z "$missing" ]; then
    :
elif [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing for the tests:$missing"
    apt-get update -qq
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $missing >/dev/null
else
    echo "Missing for some tests, which will be skipped:$missing"
    echo "On Debian or Ubuntu: sudo apt-get install$missing"
fi

# axe-core (MPL-2.0) looks for what screen readers and weak eyes stumble over; it is used by the journeys only.
axe=.make/axe
if [ ! -e "$axe/node_modules/axe-core/axe.min.js" ]; then
    if command -v npm >/dev/null 2>&1; then
        mkdir -p "$axe"
        npm install --silent --no-save --no-audit --no-fund --prefix "$axe" axe-core@4.14.1 ||
            echo "axe-core could not be fetched: the journeys of accessibility will be skipped (with CI=true they fail)."
    else
        echo "npm is not installed: the journeys of accessibility will be skipped (with CI=true they fail)."
    fi
fi
