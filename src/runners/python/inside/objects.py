"""Objects of Playwright, which live in the node runner: each attribute and each call is one message."""

import base64
import inspect
import mimetypes
import os
import re
import traceback

from link import Error, running_loop
from names import EVENTS, NEVER_AWAITED, PROPERTIES, WAITS, camel, parameters_of

FLAGS = ((re.IGNORECASE, 'i'), (re.MULTILINE, 'm'), (re.DOTALL, 's'))
EXPRESSIONS = frozenset(('expression',))
KINDS = {}


class Handle:
    """An object of Playwright; the class that it has is named as Playwright's."""

    def __init__(self, objects, number):
        self._objects = objects
        self._number = number

    @property
    def _kind(self):
        return type(self).__name__

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        if name in PROPERTIES.get(self._kind, ()):
            return self._objects.get(self._number, camel(name))
        if name in EVENTS or name in WAITS or name == 'expect_event':
            return lambda *args, **options: Expected(self, name, args, options)
        if name.startswith('expect_'):
            raise AttributeError(f"'{self._kind}' object has no attribute '{name}'")
        return Method(self, name)

    def __eq__(self, other):
        return isinstance(other, Handle) and other._number == self._number

    def __hash__(self):
        return hash(self._number)

    def __repr__(self):
        return f'<{self._kind}>'

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        pass

    def __del__(self):
        self._objects.link.released.append(self._number)


class Method:
    def __init__(self, owner, name):
        self.owner = owner
        self.name = name

    def __repr__(self):
        return f'<method {self.name} of {self.owner!r}>'

    def __call__(self, *args, **options):
        objects, name = self.owner._objects, self.name
        saved = os.fspath(options.pop('path')) if name in ('screenshot', 'pdf') and options.get('path') else None
        if saved is not None and name == 'screenshot' and saved.lower().endswith(('.jpg', '.jpeg')):
            options.setdefault('type', 'jpeg')
        request = objects.request(self.owner, name, args, options)
        loop = None if name in NEVER_AWAITED else running_loop()
        if loop is not None:
            return objects.perform_async(request, loop, saved, (self.owner, args, options))
        return save(saved, objects.perform(request))


class Expected:
    """What `with page.expect_popup() as popup` waits for."""

    def __init__(self, owner, name, args, options):
        self.objects = owner._objects
        options = {key: value for key, value in options.items() if value is not None}
        if name in WAITS:
            js_name = WAITS[name]
            given = [options.pop('url_or_predicate')] if 'url_or_predicate' in options else list(args)
            if name == 'expect_navigation':
                given = []
        else:
            js_name = 'waitForEvent'
            names = ('event', 'predicate') if name == 'expect_event' else ('predicate',)
            options.update(zip(names, args))
            given = [options.pop('event') if name == 'expect_event' else EVENTS[name]]
        self.request = {
            'op': 'expect',
            'on': owner._number,
            'name': js_name,
            'args': [self.objects.encode(value) for value in given],
            'options': {camel(key): self.objects.encode(value) for key, value in options.items()},
        }
        self.pending = None
        self.result = None

    @property
    def value(self):
        loop = running_loop()
        if loop is None:
            return self.wait()
        return self.wait_async()

    def wait(self):
        if self.pending is not None:
            self.result = self.objects.perform({'op': 'await', 'pending': self.pending})
            self.pending = None
        return self.result

    async def wait_async(self):
        if self.pending is not None:
            pending, self.pending = self.pending, None
            self.result = await self.objects.perform_async({'op': 'await', 'pending': pending}, running_loop())
        return self.result

    def __enter__(self):
        self.pending = self.objects.link.call(self.request)
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            self.wait()

    async def __aenter__(self):
        return self.__enter__()

    async def __aexit__(self, kind, *_):
        if kind is None:
            await self.wait_async()


class Objects:
    def __init__(self, link):
        self.link = link
        self.functions = {}
        self.function_numbers = {}
        self.tasks = set()
        link.run_callback = self.run_callback

    def get(self, number, name):
        return self.decode(self.link.call({'op': 'get', 'on': number, 'name': name}))

    def perform(self, request):
        return self.decode(self.link.call(request))

    async def perform_async(self, request, loop, saved=None, _kept=None):
        """Sent when it is awaited: what it is about must not be released before."""
        return save(saved, self.decode(await self.link.call_async(request, loop)))

    def request(self, owner, name, args, options):
        names = parameters_of(owner._kind, name)
        options = {key: value for key, value in options.items() if value is not None}
        if name == 'select_option':
            options = chosen_options(options, names[-1])
        if name in ('add_init_script', 'add_script_tag', 'add_style_tag'):
            args, options = script_contents(name, args, options)
        given = list(args)
        for at, parameter in enumerate(names):
            if parameter not in options or at < len(given):
                continue
            given += [None] * (at - len(given))
            given.append(options.pop(parameter))
        if options and len(given) < len(names):
            given += [None] * (len(names) - len(given))
        encoded = [
            self.encode_argument(names[at] if at < len(names) else '', value) for at, value in enumerate(given)
        ]
        return {
            'op': 'call',
            'on': owner._number,
            'name': camel(name),
            'args': encoded,
            'options': {camel(key): self.encode(value) for key, value in options.items()},
        }

    def encode_argument(self, parameter, value):
        if parameter in EXPRESSIONS and isinstance(value, str):
            return {'$js': value}
        if parameter == 'files':
            return self.encode(file_contents(value))
        return self.encode(value)

    def encode(self, value):
        if value is None or isinstance(value, (bool, str)):
            return value
        if isinstance(value, (int, float)):
            return value if value == value and abs(value) != float('inf') else {'$n': repr(float(value))}
        if isinstance(value, (bytes, bytearray)):
            return {'$b': base64.b64encode(value).decode()}
        if isinstance(value, re.Pattern):
            return {'$r': [value.pattern, ''.join(letter for flag, letter in FLAGS if value.flags & flag)]}
        if isinstance(value, Handle):
            return {'$h': value._number}
        if isinstance(value, (list, tuple, set)):
            return [self.encode(item) for item in value]
        if isinstance(value, dict):
            return {'$o': {str(key): self.encode(item) for key, item in value.items()}}
        if isinstance(value, os.PathLike):
            return os.fspath(value)
        if hasattr(value, 'isoformat'):
            return {'$d': value.isoformat()}
        if callable(value):
            return {'$f': self.number_of(value)}
        raise TypeError(f'{type(value).__name__} cannot be given to the browser')

    def decode(self, value):
        if isinstance(value, list):
            return [self.decode(item) for item in value]
        if not isinstance(value, dict):
            return value
        if '$o' in value:
            return {key: self.decode(item) for key, item in value['$o'].items()}
        if '$h' in value:
            return kind_named(value['$t'])(self, value['$h'])
        if '$b' in value:
            return base64.b64decode(value['$b'])
        if '$n' in value:
            return float(value['$n'])
        if '$d' in value:
            import datetime

            return datetime.datetime.fromisoformat(value['$d'].replace('Z', '+00:00'))
        if '$e' in value:
            return Error(*value['$e'])
        return None

    def number_of(self, function):
        number = self.function_numbers.get(function)
        if number is None:
            number = len(self.functions) + 1
            self.functions[number] = function
            self.function_numbers[function] = number
        return number

    def run_callback(self, number, args, reply):
        function = self.functions[number]
        value = function(*fitting(function, [self.decode(arg) for arg in args]))
        if not inspect.isawaitable(value):
            return reply(self.encode(value))

        async def finish():
            try:
                reply(self.encode(await value))
            except Exception as error:
                traceback.print_exc()
                reply(problem=str(error))

        loop = running_loop()
        if loop is None:
            import asyncio

            return asyncio.new_event_loop().run_until_complete(finish())
        task = loop.create_task(finish())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


def kind_named(name):
    if name not in KINDS:
        KINDS[name] = type(name, (Handle,), {})
    return KINDS[name]


def fitting(function, args):
    """A handler of a route may take the request as well, or not."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return args
    if any(parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters):
        return args
    taken = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    return args[: len(taken)]


def save(path, value):
    if path is not None:
        with open(path, 'wb') as file:
            file.write(value)
    return value


def chosen_options(options, parameter):
    chosen = []
    for name in ('value', 'index', 'label', 'element'):
        if name not in options:
            continue
        given = options.pop(name)
        for each in given if isinstance(given, (list, tuple)) else [given]:
            chosen.append(each if name == 'element' else {name: each})
    return {**options, parameter: chosen} if chosen else options


def file_contents(files):
    if isinstance(files, (list, tuple)):
        return [file_contents(file) for file in files]
    if not isinstance(files, (str, os.PathLike)):
        return files
    path = os.fspath(files)
    kind = mimetypes.guess_type(path)[0] or 'application/octet-stream'
    with open(path, 'rb') as file:
        return {'name': os.path.basename(path), 'mimeType': kind, 'buffer': file.read()}


def script_contents(name, args, options):
    path = options.pop('path', None)
    if path is not None:
        with open(path) as file:
            options['script' if name == 'add_init_script' else 'content'] = file.read()
    if name == 'add_init_script' and 'script' in options:
        return (options.pop('script'), *args), options
    return args, options


__all__ = ['Handle', 'Objects', 'kind_named']
