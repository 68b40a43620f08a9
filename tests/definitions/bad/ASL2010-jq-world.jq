.price * ($ENV.RATE | tonumber), env.HOME, halt, input
