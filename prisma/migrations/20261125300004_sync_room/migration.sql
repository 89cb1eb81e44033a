-- Room in each page for the next version of a row: a lease, its renewal and its end then touch no index.
ALTER TABLE "sync" SET (fillfactor = 70);
