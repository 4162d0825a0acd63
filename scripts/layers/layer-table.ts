/**
 * ARCHITECTURE.md's table, top row first. A part imports from itself and from lower rows: never up, never sideways.
 * `doors/*` stands for each folder in `doors`, which are siblings.
 */
export const LAYER_ROWS: readonly (readonly string[])[] = [
  ['main.ts'],
  ['cli'],
  ['doors/*'],
  ['app.ts'],
  ['features/*'],
  ['jobs'],
  ['scraper', 'search-providers'],
  ['accounts', 'frontier'],
  ['browser', 'readers', 'llm'],
  ['html'],
  ['store'],
  ['net', 'confine'],
  ['config.ts'],
  ['lib'],
  ['contract'],
];

/** Packages that only some places may name, types included; a place is a folder or a file below `src`. */
export const PACKAGE_OWNERS: readonly { readonly packages: RegExp; readonly owners: readonly string[] }[] = [
  { packages: /^(?:fastify|@fastify\/.+)$/, owners: ['doors/http'] },
  { packages: /^pg(?:-.+)?$/, owners: ['store'] },
  { packages: /^undici$/, owners: ['net'] },
  { packages: /^koffi$/, owners: ['confine', 'lib/release-memory.ts'] },
  { packages: /^ws$/, owners: ['doors', 'browser/cdp'] },
  { packages: /^playwright-core$/, owners: ['browser', 'scraper/actions'] },
  {
    packages: /^(?:@embedpdf\/pdfium|@e965\/xlsx|cfb|tesseract\.js-core|yauzl|htmlparser2)$/,
    owners: ['readers'],
  },
  {
    packages: /^zod$/,
    owners: [
      'contract',
      'config.ts',
      'lib/validate.ts',
      'lib/setting-schemas.ts',
      'doors/http/pages/openapi.ts',
    ],
  },
];

/** Places that promise to import nothing but these, Node's own modules included. */
export const CLOSED_PLACES: readonly { readonly place: string; readonly packages: readonly string[] }[] = [
  { place: 'contract', packages: ['zod'] },
];

/** The only reader of the environment. */
export const ENVIRONMENT_READER = 'config.ts';

/** Folders beside `src` that the product must not import from. */
export const DEVELOPMENT_FOLDERS: readonly string[] = ['test', 'scripts', 'bench'];
