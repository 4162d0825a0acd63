"""The link of this process with the service: orders to run code, and calls on the objects of the node runner."""

import collections
import json
import os
import struct
import sys
import traceback

LINK = 3
CONTROL = 0
RELAY = 2
HEAD = struct.Struct('<IB')


class Error(Exception):
    """A failure of the browser, as Playwright names it."""

    def __init__(self, message, name='Error', stack=None):
        super().__init__(message)
        self.message = message
        self.name = name
        self.stack = stack


class TimeoutError(Error):
    pass


# Tracebacks show where callers know them from.
Error.__module__ = TimeoutError.__module__ = 'playwright._impl._errors'


class Link:
    def __init__(self):
        self.buffer = bytearray()
        self.orders = collections.deque()
        self.callbacks = collections.deque()
        self.waiters = {}
        self.answers = {}
        self.released = []
        self.last_id = 0
        self.loops = set()
        # Set by the objects, which know how values travel.
        self.run_callback = None

    def send(self, kind, message):
        frame = json.dumps(message, separators=(',', ':')).encode()
        data = memoryview(HEAD.pack(len(frame), kind) + frame)
        while data:
            data = data[os.write(LINK, data):]

    def tell(self, message):
        self.send(CONTROL, message)

    def next_order(self):
        while not self.orders:
            self.read()
        return self.orders.popleft()

    def begin(self, request):
        self.last_id += 1
        if self.released:
            request['released'] = self.released
            self.released = []
        self.send(RELAY, {'id': self.last_id, **request})
        return self.last_id

    def call(self, request):
        """Waits for the answer; whatever else comes meanwhile is done meanwhile."""
        number = self.begin(request)
        self.waiters[number] = None
        while number in self.waiters:
            self.read()
        return outcome(self.answers.pop(number))

    async def call_async(self, request, loop):
        self.attach(loop)
        number = self.begin(request)
        future = loop.create_future()
        self.waiters[number] = future
        return outcome(await future)

    def attach(self, loop):
        if loop in self.loops:
            return
        self.loops = {known for known in self.loops if not known.is_closed()}
        self.loops.add(loop)
        loop.add_reader(LINK, self.read)

    def read(self):
        data = os.read(LINK, 1 << 20)
        if not data:
            os._exit(0)
        self.buffer += data
        while len(self.buffer) >= HEAD.size:
            length, kind = HEAD.unpack_from(self.buffer)
            end = HEAD.size + length
            if len(self.buffer) < end:
                break
            message = json.loads(bytes(self.buffer[HEAD.size:end]))
            del self.buffer[:end]
            self.take(kind, message)
        while self.callbacks:
            self.answer(self.callbacks.popleft())

    def take(self, kind, message):
        if kind == CONTROL:
            self.orders.append(message)
        elif 'callback' in message:
            self.callbacks.append(message)
        elif message.get('id') in self.waiters:
            future = self.waiters.pop(message['id'])
            if future is None:
                self.answers[message['id']] = message
            elif not future.done() and not future.get_loop().is_closed():
                future.set_result(message)

    def answer(self, message):
        def reply(value=None, problem=None):
            self.send(RELAY, {'answer': message['call'], 'value': value, 'problem': problem})

        try:
            self.run_callback(message['callback'], message['args'], reply)
        except Exception as error:
            traceback.print_exc()
            reply(problem=str(error))


def outcome(message):
    error = message.get('error')
    if error is None:
        return message.get('ok')
    if error['name'] == 'AttributeError':
        raise AttributeError(error['message'])
    kind = TimeoutError if error['name'] == 'TimeoutError' else Error
    raise kind(error['message'], error['name'], error.get('stack'))


def running_loop():
    """The event loop that runs now: calls are awaited then, and block otherwise. Nobody pays for asyncio who has none."""
    asyncio = sys.modules.get('asyncio')
    return None if asyncio is None else asyncio._get_running_loop()
