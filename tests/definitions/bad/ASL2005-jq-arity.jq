def twice(f): f | f; setpath(["price"], 7), twice, length(.a; .b)
