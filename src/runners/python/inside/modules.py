"""Modules that scripts for Playwright begin with: each way to a browser leads to the one of the session."""

import sys
import types

import link as links
from assertions import expect
from link import running_loop
from objects import kind_named

NAMES = (
    'APIRequestContext APIResponse Browser BrowserContext BrowserType ConsoleMessage Dialog Download ElementHandle '
    'FileChooser Frame FrameLocator JSHandle Keyboard Locator Mouse Page Request Response Route Video WebSocket Worker'
).split()


def given(value):
    async def later():
        return value

    return later() if running_loop() is not None else value


class BrowserType:
    def __init__(self, session):
        self.session = session
        self.name = 'chromium'

    def launch(self, **_):
        return given(self.session['browser'])

    def connect(self, *_, **__):
        return given(self.session['browser'])

    def connect_over_cdp(self, *_, **__):
        return given(self.session['browser'])

    def launch_persistent_context(self, *_, **__):
        return given(self.session['context'])


class Playwright:
    def __init__(self, session):
        self.chromium = self.firefox = self.webkit = BrowserType(session)

    def stop(self):
        return given(None)


class Start:
    """`sync_playwright()` and `async_playwright()`."""

    def __init__(self, session):
        self.playwright = Playwright(session)

    def start(self):
        return given(self.playwright)

    def __enter__(self):
        return self.playwright

    def __exit__(self, *_):
        pass

    async def __aenter__(self):
        return self.playwright

    async def __aexit__(self, *_):
        pass


def install(session):
    package = types.ModuleType('playwright')
    package.__path__ = []
    sys.modules['playwright'] = package
    for name, starts in (('sync_api', 'sync_playwright'), ('async_api', 'async_playwright')):
        module = types.ModuleType(f'playwright.{name}')
        setattr(module, starts, lambda: Start(session))
        for kind in NAMES:
            setattr(module, kind, kind_named(kind))
        module.Playwright = Playwright
        module.Error = links.Error
        module.TimeoutError = links.TimeoutError
        module.expect = expect
        module.ViewportSize = module.Cookie = dict
        setattr(package, name, module)
        sys.modules[module.__name__] = module
