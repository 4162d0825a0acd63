/** @import { Constructors, StandIns } from './make-stand-ins.js' */

/**
 * Replaces the answers of WebGL and notifications in pages and workers. Only the text of the function is sent, so it
 * can use nothing around it.
 * @param {Pick<StandIns, 'replace'>} standIns
 * @param {{platform: string, userAgent: string, languages: readonly string[], graphics: {vendor: string, renderer: string}}} identity
 */
export function replaceAnswers({ replace }, { graphics, platform, userAgent, languages }) {
  const { apply } = Reflect;
  const scope = /** @type {Constructors} */ (/** @type {unknown} */ (globalThis));

  // UNMASKED_VENDOR_WEBGL and UNMASKED_RENDERER_WEBGL.
  /** @type {Record<number, string>} */
  const answers = { 37445: graphics.vendor, 37446: graphics.renderer };
  for (const kind of ['WebGLRenderingContext', 'WebGL2RenderingContext']) {
    replace(scope[kind]?.prototype, 'getParameter', (original, self, args) => {
      const value = apply(original, self, args);
      return typeof value === 'string' ? (answers[/** @type {number} */ (args[0])] ?? value) : value;
    });
  }

  // Shared and service workers have the browser's own, whatever is emulated.
  /** @type {Record<string, unknown>} */
  const own = {
    userAgent,
    appVersion: userAgent.replace(/^Mozilla\//, ''),
    platform,
    language: languages[0],
    languages: Object.freeze(languages),
  };
  for (const name of Object.keys(own)) {
    replace(scope.WorkerNavigator?.prototype, name, (original, self, args) => {
      apply(original, self, args);
      return own[name];
    });
  }

  // With nobody to ask, a headless browser has denied what `permissions.query` says can still be asked for.
  // A worker that waits to start does not know yet whether it is secure.
  replace(scope.Notification, 'permission', (original, self, args) => {
    const value = apply(original, self, args);
    return value === 'denied' && globalThis.isSecureContext ? 'default' : value;
  });
}
