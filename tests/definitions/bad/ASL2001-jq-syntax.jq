.items | map(.price *) | add
| 1 == 2 == 3
