"C:\data \u12 \ud83d"
