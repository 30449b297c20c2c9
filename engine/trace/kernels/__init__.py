"""The inner loops of the search over arrays, compiled by numba; imported only where it is wanted.

Each function does what its namesake in plain Python does, in the same order: the same nodes are
taken up, the same ties are broken, the same number of expansions is counted. Arrays are int64 by
node or by edge number; -1 stands for unknown.

numba keeps a compiled function until its own file changes. After a change of one of these files
remove ``__pycache__`` beside it, for the others have its code inside theirs.
"""
