/**
 * The content of an object of ours: its properties, and `key`, by which lists name it.
 * @typedef {Record<string, unknown>} Content
 *
 * @typedef {object} Plugins
 * @property {object} plugins
 * @property {object} mimeTypes
 * @property {(object: object) => Content | undefined} contentOf undefined for what is not ours
 */

/**
 * Makes the five names of Chrome's PDF viewer with their two types, as empty objects of the page's own kinds. Its text is
 * sent: it can use nothing around it.
 * @param {(kind: string) => object} prototypeOf
 * @returns {Plugins}
 */
export function makePlugins(prototypeOf) {
  const { apply } = Reflect;
  const { create, defineProperty } = Object;
  const { get, set } = WeakMap.prototype;
  const contents = new WeakMap();
  /** @type {(object: object) => Content} */
  const contentOf = (object) => apply(get, contents, [object]);
  /**
   * @param {string} kind
   * @param {Content} content
   * @returns {object}
   */
  const make = (kind, content) => {
    const object = create(prototypeOf(kind));
    apply(set, contents, [object, content]);
    return object;
  };
  /**
   * @param {object} list
   * @param {object[]} items
   */
  const fill = (list, items) => {
    const keyed = items.map((item) => ({ key: String(contentOf(item).key), item }));
    items.forEach((value, index) => {
      defineProperty(list, index, { value, enumerable: true, configurable: true });
    });
    for (const { key, item } of keyed) defineProperty(list, key, { value: item, configurable: true });
    Object.assign(contentOf(list), {
      length: items.length,
      item: (/** @type {number} */ index) => items[index >>> 0] ?? null,
      namedItem: (/** @type {unknown} */ name) => keyed.find(({ key }) => key === String(name))?.item ?? null,
      refresh: () => undefined,
    });
    return list;
  };

  const description = 'Portable Document Format';
  const mimeTypes = ['application/pdf', 'text/pdf'].map((type) =>
    make('MimeType', { key: type, type, suffixes: 'pdf', description }),
  );
  const titles = ['PDF Viewer', 'Chrome PDF Viewer', 'Chromium PDF Viewer', 'Microsoft Edge PDF Viewer'];
  const plugins = [...titles, 'WebKit built-in PDF'].map((name) =>
    make('Plugin', { key: name, name, filename: 'internal-pdf-viewer', description }),
  );
  for (const mimeType of mimeTypes) contentOf(mimeType).enabledPlugin = plugins[0];
  for (const plugin of plugins) fill(plugin, mimeTypes);
  return {
    plugins: fill(make('PluginArray', {}), plugins),
    mimeTypes: fill(make('MimeTypeArray', {}), mimeTypes),
    contentOf,
  };
}
