import "lib/\(.name)" as lib; lib::total
