"""Paths below /tmp lead to the scratch folder where that lies elsewhere: code writes its files to /tmp."""

import builtins
import functools
import io
import os

PLACE = '/tmp'
ONE_PATH = 'access chdir listdir lstat mkdir open readlink remove rmdir scandir stat truncate unlink'.split()
TWO_PATHS = 'link rename replace symlink'.split()


def keep_modes():
    """A copy takes the mode, the times and the attributes of its file along, which the cage does not allow."""
    os.chmod = os.utime = lambda *_, **__: None
    os.listxattr = lambda *_, **__: []


def put_at_tmp():
    scratch = os.environ.get('TMPDIR', PLACE)
    if scratch == PLACE:
        return

    def lead(path):
        if not isinstance(path, (str, os.PathLike)):
            return path
        whole = os.path.abspath(os.fspath(path))
        if not isinstance(whole, str) or not (whole + '/').startswith(PLACE + '/'):
            return path
        return path if (whole + '/').startswith(scratch + '/') else scratch + whole[len(PLACE):]

    def leading(function, count):
        @functools.wraps(function)
        def led(*args, **options):
            return function(*(lead(arg) if at < count else arg for at, arg in enumerate(args)), **options)

        return led

    for count, names in ((1, ONE_PATH), (2, TWO_PATHS)):
        for name in names:
            setattr(os, name, leading(getattr(os, name), count))
    builtins.open = io.open = leading(io.open, 1)
