@url "https://example.org/?q=\(.query)"
