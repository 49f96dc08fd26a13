module walker

go 1.24
