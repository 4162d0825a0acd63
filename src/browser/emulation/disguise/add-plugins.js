/**
 * Gives a page the five names of Chrome's PDF viewer, which a headless shell does not have. Its text is sent: it can use
 * nothing around it.
 * @param {{replace: Function}} standIns
 * @param {{isMobile: boolean}} identity
 */
export function addPlugins({ replace }, { isMobile }) {
  const scope = globalThis;
  if (isMobile || scope.document === undefined || scope.navigator.plugins.length > 0) return;
  const { apply } = Reflect;
  const { create, defineProperty, getOwnPropertyNames } = Object;
  const { get, set } = WeakMap.prototype;
  const contents = new WeakMap();
  const contentOf = (object) => apply(get, contents, [object]);
  const make = (kind, content) => {
    const object = create(scope[kind].prototype);
    apply(set, contents, [object, content]);
    return object;
  };

  const TITLES = ['PDF Viewer', 'Chrome PDF Viewer', 'Chromium PDF Viewer', 'Microsoft Edge PDF Viewer'];
  const description = 'Portable Document Format';
  const mimeTypes = ['application/pdf', 'text/pdf'].map((type) =>
    make('MimeType', { key: type, type, suffixes: 'pdf', description }),
  );
  const plugins = [...TITLES, 'WebKit built-in PDF'].map((name) =>
    make('Plugin', { key: name, name, filename: 'internal-pdf-viewer', description }),
  );
  for (const mimeType of mimeTypes) contentOf(mimeType).enabledPlugin = plugins[0];

  const fill = (list, items) => {
    const keyed = items.map((item) => [contentOf(item).key, item]);
    items.forEach((value, index) => {
      defineProperty(list, index, { value, enumerable: true, configurable: true });
    });
    for (const [key, value] of keyed) defineProperty(list, key, { value, configurable: true });
    Object.assign(contentOf(list), {
      length: items.length,
      item: (index) => items[index >>> 0] ?? null,
      namedItem: (name) => keyed.find(([key]) => key === String(name))?.[1] ?? null,
      refresh: () => undefined,
    });
    return list;
  };
  for (const plugin of plugins) fill(plugin, mimeTypes);
  const answers = {
    plugins: fill(make('PluginArray', {}), plugins),
    mimeTypes: fill(make('MimeTypeArray', {}), mimeTypes),
    pdfViewerEnabled: true,
  };

  for (const kind of ['PluginArray', 'MimeTypeArray', 'Plugin', 'MimeType']) {
    for (const name of getOwnPropertyNames(scope[kind].prototype)) {
      if (name === 'constructor') continue;
      replace(scope[kind].prototype, name, (original, self, args) => {
        const content = typeof self === 'object' && self !== null ? contentOf(self) : undefined;
        // Without arguments too the native ones throw as they do.
        if (content === undefined || args.length < original.length) return apply(original, self, args);
        const answer = content[name];
        return typeof answer === 'function' ? answer(...args) : answer;
      });
    }
  }
  for (const name of ['plugins', 'mimeTypes', 'pdfViewerEnabled']) {
    replace(scope.Navigator.prototype, name, (original, self, args) => {
      apply(original, self, args);
      return answers[name];
    });
  }
}
