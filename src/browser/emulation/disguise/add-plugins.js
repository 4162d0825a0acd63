/** @import { Constructors, StandIns } from './make-stand-ins.js' */

/**
 * The content of an object of ours: its properties, and `key`, by which lists name it.
 * @typedef {Record<string, unknown>} Content
 */

/**
 * Gives a page the five names of Chrome's PDF viewer, which a headless shell does not have. Its text is sent: it can use
 * nothing around it.
 * @param {Pick<StandIns, 'replace'>} standIns
 * @param {{isMobile: boolean}} identity
 */
export function addPlugins({ replace }, { isMobile }) {
  if (isMobile || globalThis.document === undefined || navigator.plugins.length > 0) return;
  const scope = /** @type {Constructors} */ (/** @type {unknown} */ (globalThis));
  const { apply } = Reflect;
  const { create, defineProperty, getOwnPropertyNames } = Object;
  const { get, set } = WeakMap.prototype;
  const contents = new WeakMap();
  /** @type {(object: object) => Content} */
  const contentOf = (object) => apply(get, contents, [object]);
  /** @param {string} kind */
  const prototypeOf = (kind) => /** @type {{prototype: object}} */ (scope[kind]).prototype;
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

  const TITLES = ['PDF Viewer', 'Chrome PDF Viewer', 'Chromium PDF Viewer', 'Microsoft Edge PDF Viewer'];
  const description = 'Portable Document Format';
  const mimeTypes = ['application/pdf', 'text/pdf'].map((type) =>
    make('MimeType', { key: type, type, suffixes: 'pdf', description }),
  );
  const plugins = [...TITLES, 'WebKit built-in PDF'].map((name) =>
    make('Plugin', { key: name, name, filename: 'internal-pdf-viewer', description }),
  );
  for (const mimeType of mimeTypes) contentOf(mimeType).enabledPlugin = plugins[0];

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
  for (const plugin of plugins) fill(plugin, mimeTypes);
  /** @type {Record<string, unknown>} */
  const answers = {
    plugins: fill(make('PluginArray', {}), plugins),
    mimeTypes: fill(make('MimeTypeArray', {}), mimeTypes),
    pdfViewerEnabled: true,
  };

  for (const kind of ['PluginArray', 'MimeTypeArray', 'Plugin', 'MimeType']) {
    for (const name of getOwnPropertyNames(prototypeOf(kind)).filter((each) => each !== 'constructor')) {
      replace(prototypeOf(kind), name, (original, self, args) => {
        const content = typeof self === 'object' && self !== null ? contentOf(self) : undefined;
        // Without arguments too the native ones throw as they do.
        if (content === undefined || args.length < original.length) return apply(original, self, args);
        const answer = content[name];
        return typeof answer === 'function' ? answer(...args) : answer;
      });
    }
  }
  for (const name of ['plugins', 'mimeTypes', 'pdfViewerEnabled']) {
    replace(prototypeOf('Navigator'), name, (original, self, args) => {
      apply(original, self, args);
      return answers[name];
    });
  }
}
