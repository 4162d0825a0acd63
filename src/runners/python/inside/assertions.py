"""`expect(locator).to_be_visible()` and its siblings."""

import re

from link import running_loop
from objects import FLAGS

TIMEOUT = 5000
# The assertion, and the message that it fails with.
STATES = {
    'attached': 'to.be.attached',
    'checked': 'to.be.checked',
    'disabled': 'to.be.disabled',
    'editable': 'to.be.editable',
    'empty': 'to.be.empty',
    'enabled': 'to.be.enabled',
    'focused': 'to.be.focused',
    'hidden': 'to.be.hidden',
    'in_viewport': 'to.be.in.viewport',
    'visible': 'to.be.visible',
}
TEXTS = {
    'to_have_text': ('to.have.text', False, True),
    'to_contain_text': ('to.have.text', True, True),
    'to_have_value': ('to.have.value', False, False),
    'to_have_id': ('to.have.id', False, False),
    'to_have_class': ('to.have.class', False, False),
    'to_contain_class': ('to.contain.class', False, False),
    'to_have_title': ('to.have.title', False, True),
    'to_have_url': ('to.have.url', False, False),
    'to_have_role': ('to.have.role', False, False),
    'to_have_accessible_name': ('to.have.accessible.name', False, True),
}
ARRAYS = {('to.have.text', False): 'to.have.text.array', ('to.have.text', True): 'to.contain.text.array'}


class Expectation:
    def __init__(self, target, is_not=False, message=None):
        self._target = target
        self._is_not = is_not
        self._message = message

    def __getattr__(self, name):
        is_not = self._is_not
        if name.startswith('not_'):
            name, is_not = name[4:], not is_not
        if not name.startswith('to_'):
            raise AttributeError(name)
        return lambda *args, **options: self._check(name, is_not, args, options)

    def _check(self, name, is_not, args, options):
        expression, asked = question(name, list(args), options)
        asked['timeout'] = options.get('timeout') or expect.timeout
        asked['isNot'] = is_not
        objects = self._target._objects
        request = {
            'op': 'assert',
            'on': self._target._number,
            'name': expression,
            'args': [],
            'options': {key: objects.encode(value) for key, value in asked.items()},
        }
        shown = f'{"not " if is_not else ""}{name}'
        loop = running_loop()
        if loop is None:
            return self._judge(objects.perform(request), is_not, shown, args)
        return self._check_async(objects.perform_async(request, loop), is_not, shown, args)

    async def _check_async(self, answer, is_not, shown, args):
        return self._judge(await answer, is_not, shown, args)

    def _judge(self, answer, is_not, shown, args):
        if answer['matches'] is not is_not:
            return
        wanted = f' {args[0]!r}' if args else ''
        head = self._message or f'{self._target!r} expected {shown}{wanted}'
        received = answer.get('received')
        seen = '' if received is None or received.get('value') is None else f'\nActual value: {received["value"]}'
        raise AssertionError(f'{head}{seen}')


def question(name, args, options):
    if name == 'to_have_count':
        return 'to.have.count', {'expectedNumber': args[0]}
    if name in ('to_have_attribute', 'to_have_css'):
        expression = 'to.have.css' if name.endswith('css') else 'to.have.attribute.value'
        if len(args) == 1:
            return 'to.have.attribute', {'expressionArg': args[0]}
        return expression, {'expressionArg': args[0], 'expectedText': [text_value(args[1], False, False, options)]}
    if name == 'to_have_js_property':
        return 'to.have.property', {'expressionArg': args[0], 'expectedValue': args[1]}
    if name == 'to_have_values':
        return 'to.have.values', {'expectedText': [text_value(each, False, False, options) for each in args[0]]}
    if name in TEXTS:
        expression, is_part, is_normal = TEXTS[name]
        wanted = args[0] if args else options.get('expected')
        if isinstance(wanted, (list, tuple)):
            expression = ARRAYS.get((expression, is_part), f'{expression}.array')
        else:
            wanted = [wanted]
        asked = {'expectedText': [text_value(each, is_part, is_normal, options) for each in wanted]}
        if options.get('use_inner_text'):
            asked['useInnerText'] = True
        return expression, asked
    state = name[len('to_be_'):]
    if not name.startswith('to_be_') or state not in STATES:
        raise AttributeError(f'expect has no {name}')
    for off, instead in (('visible', 'hidden'), ('enabled', 'disabled')):
        if state == off and options.get(off) is False:
            state = instead
    asked = {}
    if state == 'checked':
        asked['expectedValue'] = {'checked': options.get('checked', True)}
    return STATES[state], asked


def text_value(value, is_part, is_normal, options):
    value_of = {'normalizeWhiteSpace': is_normal, 'ignoreCase': options.get('ignore_case')}
    if isinstance(value, re.Pattern):
        value_of['regexSource'] = value.pattern
        value_of['regexFlags'] = ''.join(letter for flag, letter in FLAGS if value.flags & flag)
    else:
        value_of['string'] = value
        value_of['matchSubstring'] = is_part
    return {key: given for key, given in value_of.items() if given is not None}


class Expect:
    timeout = TIMEOUT

    def __call__(self, target, message=None):
        return Expectation(target, message=message)

    def set_options(self, timeout=None):
        self.timeout = TIMEOUT if timeout is None else timeout


expect = Expect()
