/**
 * @import { makePlugins } from './make-plugins.js'
 * @import { Constructors, StandIns } from './make-stand-ins.js'
 */

/**
 * Gives a page the plugins of Chrome, which a headless shell does not have. Its text is sent: it can use nothing around
 * it.
 * @param {Pick<StandIns, 'replace'> & {makePlugins: typeof makePlugins}} standIns
 * @param {{isMobile: boolean}} identity
 */
export function addPlugins({ replace, makePlugins: make }, { isMobile }) {
  if (isMobile || globalThis.document === undefined || navigator.plugins.length > 0) return;
  const scope = /** @type {Constructors} */ (/** @type {unknown} */ (globalThis));
  const { apply } = Reflect;
  const { getOwnPropertyNames } = Object;
  /** @param {string} kind */
  const prototypeOf = (kind) => /** @type {{prototype: object}} */ (scope[kind]).prototype;
  const { plugins, mimeTypes, contentOf } = make(prototypeOf);
  /** @type {Record<string, unknown>} */
  const answers = { plugins, mimeTypes, pdfViewerEnabled: true };

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
