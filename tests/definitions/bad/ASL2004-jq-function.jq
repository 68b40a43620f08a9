.name | lenght, total, toUpper
