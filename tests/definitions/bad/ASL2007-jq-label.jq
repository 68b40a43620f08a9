(label $out | .items[]) | ., break $out
