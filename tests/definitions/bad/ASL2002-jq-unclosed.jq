{total: [.items[] | (.price * 2], count: if .many then 2 else 1, name: "x\(.name"}
