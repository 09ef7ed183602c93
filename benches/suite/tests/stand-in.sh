#!/bin/sh
# Stands in for dominox and for peers: does what STAND_IN says, or what the first word says.
case "$1 $2" in
"count --help") echo "--method <METHOD>" && exit ;;
# The number of lines of its input that hold a `q`, in the words of Knuth's programs, and an odd exit code.
"knuth ")
    lines=0
    while read -r line; do
        case "$line" in *q*) lines=$((lines + 1)) ;; esac
    done
    echo "(some options, 12 entries successfully read)" >&2
    echo "Altogether $lines solutions, 7+9 mems." >&2
    exit 10 ;;
# The numbers behind the word.
"verdicts "*)
    shift
    echo "none, one, many: $*" && exit ;;
esac
case "$STAND_IN" in
refuse) echo "too large" >&2 && exit 2 ;;
crash) kill -SEGV $$ ;;
work) while :; do :; done ;;
*) echo "asked: $*" >&2 && echo "$STAND_IN" ;;
esac
