import { createHash } from 'node:crypto';
import { html, Markup, type MarkupValue } from '../markup.ts';
import type { WebFiles } from './web-files.ts';

export interface WebPageOptions {
  title: string;
  /** The module that runs the page, by name; a page without one stands still. */
  module?: string;
  /** Style sheets by name, in order. */
  styles: readonly string[];
  /** From the address of the page to that of the service: `../` for `/live/token`. */
  root: string;
  /** The content of the page before its module has run. */
  body: MarkupValue;
  /** Pages of any origin may show this one in a frame; false when absent. */
  isEmbeddable?: boolean;
  /** It shows other pages of this service in frames; false when absent. */
  framesOwnPages?: boolean;
  /** It has a form that is sent to this service; false when absent. */
  hasForm?: boolean;
}

export interface WebPage {
  html: string;
  headers: Readonly<Record<string, string>>;
}

/** A page that loads files of `web/`: no script stands in it, and nothing is asked of another origin. */
export function renderWebPage(files: WebFiles, options: WebPageOptions): WebPage {
  const { title, module, styles, root, body } = options;
  const { isEmbeddable = false, framesOwnPages = false, hasForm = false } = options;
  const imports = Object.entries(files.importMap).map(([from, to]) => [
    from.startsWith('web/') ? root + from : from,
    root + to,
  ]);
  // A slash that is escaped ends no element.
  const importMap = JSON.stringify({ imports: Object.fromEntries(imports) }).replaceAll(
    '</',
    String.raw`<\/`,
  );
  const modules = module === undefined ? [] : [...reachedFrom(files, module)];
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${styles.map((name) => html`<link rel="stylesheet" href="${root}${files.file(name).address}" />`)}
        ${module !== undefined && new Markup(`<script type="importmap">${importMap}</script>`)}
        ${modules.map((name) => html`<link rel="modulepreload" href="${root}${files.file(name).address}" />`)}
        ${module !== undefined && html`<script type="module" src="${root}${files.file(module).address}"></script>`}
      </head>
      <body>
        ${body}
      </body>
    </html>`;
  const digest = createHash('sha256').update(importMap).digest('base64');
  return {
    html: text,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      // Addresses of pages may be secrets, and the files that they name belong to this version.
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': [
        `default-src 'none'`,
        `script-src 'self' 'sha256-${digest}'`,
        `style-src 'self'`,
        `img-src 'self' data: blob:`,
        `connect-src 'self'`,
        ...(framesOwnPages ? [`frame-src 'self'`] : []),
        `base-uri 'none'`,
        `form-action ${hasForm ? `'self'` : `'none'`}`,
        `frame-ancestors ${isEmbeddable ? '*' : `'none'`}`,
        `require-trusted-types-for 'script'`,
        'trusted-types',
      ].join('; '),
    },
  };
}

/** A module and those that it imports, once each: a browser that knows them all at once asks for them at once. */
function reachedFrom(files: WebFiles, module: string): Set<string> {
  const reached = new Set([module]);
  for (const name of reached) for (const imported of files.file(name).imports) reached.add(imported);
  return reached;
}
