{(1): .first, 2: .second}, (. as {(null): $x} | $x)
