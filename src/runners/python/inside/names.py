"""Names of Playwright's Python that its JavaScript has otherwise."""

METHODS = {
    'query_selector': '$',
    'query_selector_all': '$$',
    'eval_on_selector': '$eval',
    'eval_on_selector_all': '$$eval',
    'set_extra_http_headers': 'setExtraHTTPHeaders',
    'set_http_credentials': 'setHTTPCredentials',
    'wait_for_url': 'waitForURL',
    'new_cdp_session': 'newCDPSession',
    'route_from_har': 'routeFromHAR',
    'post_data_json': 'postDataJSON',
    'inner_html': 'innerHTML',
    'ignore_https_errors': 'ignoreHTTPSErrors',
    'base_url': 'baseURL',
    'bypass_csp': 'bypassCSP',
    'continue_': 'continue',
    'and_': 'and',
    'or_': 'or',
    'evaluate_all': 'evaluateAll',
}

# Attributes in Python, methods or attributes in JavaScript.
PROPERTIES = {
    'Page': 'url context frames main_frame keyboard mouse touchscreen video viewport_size workers request clock',
    'Frame': 'url name page parent_frame child_frames',
    'Locator': 'first last page content_frame description',
    'FrameLocator': 'first last owner',
    'BrowserContext': 'pages browser background_pages service_workers request tracing clock',
    'Browser': 'contexts version browser_type',
    'BrowserType': 'name executable_path',
    'Response': 'url status status_text ok headers request frame from_service_worker',
    'Request': 'url method headers post_data post_data_json post_data_buffer resource_type frame redirected_from '
    'redirected_to failure timing',
    'APIResponse': 'url status status_text ok headers',
    'Route': 'request',
    'WebSocket': 'url',
    'Worker': 'url',
    'ConsoleMessage': 'text type args location page',
    'Dialog': 'message type default_value page',
    'Download': 'url suggested_filename page',
    'FileChooser': 'element page',
    'WebError': 'error page',
}
PROPERTIES = {kind: frozenset(names.split()) for kind, names in PROPERTIES.items()}

# Answered at once in both styles.
NEVER_AWAITED = frozenset(
    'locator get_by_alt_text get_by_label get_by_placeholder get_by_role get_by_test_id get_by_text get_by_title '
    'frame_locator frame nth filter and_ or_ describe on once remove_listener is_closed is_connected is_detached '
    'is_multiple is_navigation_request set_default_timeout set_default_navigation_timeout as_element'.split()
)

# Positional parameters, in their order; all others are options.
_SELECTOR_FIRST = {
    name: ('selector',)
    for name in 'click dblclick check uncheck hover tap focus inner_text inner_html text_content input_value '
    'is_visible is_hidden is_enabled is_disabled is_checked is_editable wait_for_selector query_selector '
    'query_selector_all'.split()
}
PAGE_PARAMETERS = {
    **_SELECTOR_FIRST,
    'fill': ('selector', 'value'),
    'type': ('selector', 'text'),
    'press': ('selector', 'key'),
    'get_attribute': ('selector', 'name'),
    'set_checked': ('selector', 'checked'),
    'select_option': ('selector', 'value'),
    'set_input_files': ('selector', 'files'),
    'dispatch_event': ('selector', 'type', 'event_init'),
    'eval_on_selector': ('selector', 'expression', 'arg'),
    'eval_on_selector_all': ('selector', 'expression', 'arg'),
    'drag_and_drop': ('source', 'target'),
    'wait_for_function': ('expression', 'arg'),
}
PARAMETERS = {
    'goto': ('url',),
    'set_content': ('html',),
    'wait_for_load_state': ('state',),
    'wait_for_timeout': ('timeout',),
    'wait_for_url': ('url',),
    'wait_for_event': ('event',),
    'wait_for_selector': ('selector',),
    'evaluate': ('expression', 'arg'),
    'evaluate_handle': ('expression', 'arg'),
    'evaluate_all': ('expression', 'arg'),
    'eval_on_selector': ('selector', 'expression', 'arg'),
    'eval_on_selector_all': ('selector', 'expression', 'arg'),
    'query_selector': ('selector',),
    'query_selector_all': ('selector',),
    'locator': ('selector',),
    'frame_locator': ('selector',),
    'get_by_role': ('role',),
    'get_by_test_id': ('test_id',),
    'get_by_text': ('text',),
    'get_by_label': ('text',),
    'get_by_placeholder': ('text',),
    'get_by_title': ('text',),
    'get_by_alt_text': ('text',),
    'route': ('url', 'handler'),
    'unroute': ('url', 'handler'),
    'expose_function': ('name', 'callback'),
    'set_viewport_size': ('viewport_size',),
    'set_extra_http_headers': ('headers',),
    'set_default_timeout': ('timeout',),
    'set_default_navigation_timeout': ('timeout',),
    'set_geolocation': ('geolocation',),
    'set_offline': ('offline',),
    'grant_permissions': ('permissions',),
    'add_cookies': ('cookies',),
    'cookies': ('urls',),
    'on': ('event', 'f'),
    'once': ('event', 'f'),
    'remove_listener': ('event', 'f'),
    'fill': ('value',),
    'type': ('text',),
    'press_sequentially': ('text',),
    'press': ('key',),
    'insert_text': ('text',),
    'down': ('key',),
    'up': ('key',),
    'move': ('x', 'y'),
    'wheel': ('delta_x', 'delta_y'),
    'get_attribute': ('name',),
    'get_property': ('property_name',),
    'set_checked': ('checked',),
    'select_option': ('value',),
    'set_input_files': ('files',),
    'set_files': ('files',),
    'dispatch_event': ('type', 'event_init'),
    'drag_to': ('target',),
    'nth': ('index',),
    'and_': ('locator',),
    'or_': ('locator',),
    'accept': ('prompt_text',),
    'abort': ('error_code',),
    'get': ('url',),
    'post': ('url',),
    'put': ('url',),
    'delete': ('url',),
    'fetch': ('url',),
    'send': ('method', 'params'),
}
MOUSE_PARAMETERS = {'click': ('x', 'y'), 'dblclick': ('x', 'y'), 'down': (), 'up': ()}


def parameters_of(kind, name):
    if kind in ('Page', 'Frame') and name in PAGE_PARAMETERS:
        return PAGE_PARAMETERS[name]
    if kind == 'Mouse' and name in MOUSE_PARAMETERS:
        return MOUSE_PARAMETERS[name]
    return PARAMETERS.get(name, ())


def camel(name):
    if name in METHODS:
        return METHODS[name]
    first, *rest = name.split('_')
    return first + ''.join(word.capitalize() for word in rest)


# `expect_popup` and its siblings: the event that they wait for.
EVENTS = {
    'expect_popup': 'popup',
    'expect_download': 'download',
    'expect_file_chooser': 'filechooser',
    'expect_console_message': 'console',
    'expect_request_finished': 'requestfinished',
    'expect_websocket': 'websocket',
    'expect_worker': 'worker',
    'expect_page': 'page',
}
# Methods of JavaScript that wait for one of many.
WAITS = {
    'expect_request': 'waitForRequest',
    'expect_response': 'waitForResponse',
    'expect_navigation': 'waitForNavigation',
}
