.rate as $rate | .price * $rates + $other
