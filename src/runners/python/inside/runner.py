"""Entry of the process that runs Python code of one session; its state lasts from call to call."""

import ast
import json
import linecache
import os
import sys
import traceback

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, FOLDER)

import modules
import scratch
from assertions import expect
from link import Error, Link, TimeoutError
from objects import Objects

FILE = 'code.py'
KEPT = '__decant_kept__'
TOP_LEVEL_AWAIT = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT


class Runner:
    def __init__(self):
        self.link = Link()
        self.objects = Objects(self.link)
        self.session = {}
        self.scope = {'__name__': '__main__', '__builtins__': __builtins__, 'exit': sys.exit, 'quit': sys.exit}
        self.loop = None

    def serve(self):
        self.link.tell({'type': 'ready'})
        while True:
            order = self.link.next_order()
            if order['type'] == 'run':
                self.run(order)

    def run(self, order):
        result, code = '', 0
        try:
            self.meet_session()
            result = show(self.evaluate(order['code']))
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
            if isinstance(end.code, str):
                print(end.code, file=sys.stderr)
        except BaseException as error:
            code = 1
            print_error(error)
        flush()
        for descriptor in (1, 2):
            os.write(descriptor, order['mark'].encode())
        self.link.tell({'type': 'done', 'id': order['id'], 'result': result, 'exitCode': code & 255})

    def meet_session(self):
        """The page that is meant may have gone since the last call."""
        given = self.objects.perform({'op': 'session'})
        known = self.session.get('page')
        named = self.scope.get('page')
        if not self.session:
            self.session.update(given)
            modules.install(self.session)
            self.scope.update(given, expect=expect, TimeoutError=TimeoutError, Error=Error)
        elif given['page'] != known:
            if named is known:
                self.scope['page'] = given['page']
            self.session['page'] = given['page']

    def evaluate(self, code):
        linecache.cache[FILE] = (len(code), None, code.splitlines(True), FILE)
        tree = compile(code, FILE, 'exec', ast.PyCF_ONLY_AST)
        if tree.body and isinstance(tree.body[-1], ast.Expr):
            last = tree.body[-1]
            name = ast.copy_location(ast.Name(KEPT, ast.Store()), last)
            tree.body[-1] = ast.copy_location(ast.Assign([name], last.value), last)
            ast.fix_missing_locations(tree)
        compiled = compile(tree, FILE, 'exec', TOP_LEVEL_AWAIT)
        running = eval(compiled, self.scope)
        if running is not None:
            self.wait(running)
        value = self.scope.pop(KEPT, None)
        # A coroutine function that was called and is not awaited.
        return self.wait(value) if hasattr(value, '__await__') else value

    def wait(self, awaitable):
        import asyncio

        if self.loop is None or self.loop.is_closed():
            self.loop = asyncio.new_event_loop()

        async def whole():
            return await awaitable

        return self.loop.run_until_complete(whole())


def show(value):
    if value is None:
        return ''
    if isinstance(value, str):
        return value
    if isinstance(value, (bytes, bytearray)):
        import base64

        return base64.b64encode(value).decode()
    if isinstance(value, (dict, list, tuple)):
        try:
            return json.dumps(value, ensure_ascii=False)
        except (TypeError, ValueError):
            pass
    return repr(value)


def print_error(error):
    """The traceback as Python has it, without the frames of this program."""
    first = traceback.TracebackException.from_exception(error)
    each, seen = first, set()
    while each is not None and id(each) not in seen:
        seen.add(id(each))
        own = [frame for frame in each.stack if not frame.filename.startswith(FOLDER)]
        each.stack = traceback.StackSummary.from_list(own)
        each = each.__cause__ or each.__context__
    sys.stderr.write(''.join(first.format()))


def flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass


if __name__ == '__main__':
    scratch.keep_modes()
    scratch.put_at_tmp()
    Runner().serve()
