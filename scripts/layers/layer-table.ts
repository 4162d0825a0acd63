/** A row of ARCHITECTURE.md's first table: its parts, and what lives there. */
export interface LayerRow {
  readonly parts: readonly string[];
  readonly holds: string;
}

/**
 * Top row first. A part imports from itself and from lower rows: never up, never sideways. `doors/*` stands for each folder
 * in `doors`, which are siblings.
 */
export const LAYERS: readonly LayerRow[] = [
  { parts: ['main.ts'], holds: 'the entry' },
  { parts: ['cli'], holds: 'the command line; `cli/commands.ts` is the list' },
  {
    parts: ['doors/*'],
    holds:
      'the HTTP service; `routes.ts` binds every endpoint of the contract to what does its work; browsers for other processes',
  },
  { parts: ['library'], holds: 'what a program imports: scrapes, files and crawls without a service' },
  { parts: ['app.ts'], holds: 'the composition root: the only place where parts are chosen and wired' },
  { parts: ['doctor'], holds: 'what a start would need, tried' },
  {
    parts: ['features/*'],
    holds: 'what a caller can ask for: `scrape/`, `crawl/`, `batch/`, `webhooks/`, `account/`, ...',
  },
  {
    parts: ['jobs', 'sessions'],
    holds:
      'crawls and batches at work: claim pages, scrape them, settle them; live browser sessions: opened, called in turn, ended, charged',
  },
  { parts: ['scraper'], holds: 'one URL in, one document out' },
  {
    parts: ['accounts', 'frontier', 'search-index'],
    holds:
      'teams, keys, credits, concurrency slots; which URLs belong to a crawl, robots.txt, sitemaps; pages that can be searched: analysed, kept, ranked',
  },
  {
    parts: ['browser', 'readers', 'models', 'runners'],
    holds:
      "a Chromium that is found, unpacked, started and spoken to; what a fetched file is, and how it becomes HTML; a language model that the operator named, and asking it; programs that run strangers' code for a session",
  },
  { parts: ['extract'], holds: 'what a page says of a question or a schema, without a language model' },
  { parts: ['html'], holds: 'bytes to tree, main content, Markdown, metadata, links' },
  {
    parts: ['json-schema', 'text'],
    holds:
      'JSON Schemas of callers: checked, said strictly, fitted, validated; strings in, numbers out: sentences, words, queries, letter grams, ranking, tokens, pieces of Markdown',
  },
  { parts: ['store'], holds: 'PostgreSQL, embedded or remote; migrations; blobs' },
  {
    parts: ['net', 'confine'],
    holds:
      "the one way out of the machine; what holds processes that work on strangers' files: filters of system calls, Landlock, an end with the service",
  },
  { parts: ['config.ts'], holds: 'the one reader of the environment' },
  { parts: ['lib'], holds: 'errors, log, telemetry, deadline, URLs, turns' },
  { parts: ['contract'], holds: 'what we promise: schemas, errors, endpoints; imports zod only' },
];

/** Packages that only some places may name, types included; a place is a folder or a file below `src`. */
export const PACKAGE_OWNERS: readonly { readonly packages: RegExp; readonly owners: readonly string[] }[] = [
  { packages: /^(?:fastify|@fastify\/.+)$/, owners: ['doors/http'] },
  { packages: /^pg(?:-.+)?$/, owners: ['store'] },
  { packages: /^undici$/, owners: ['net'] },
  { packages: /^koffi$/, owners: ['confine', 'lib/release-memory.ts'] },
  { packages: /^ws$/, owners: ['doors', 'browser/cdp'] },
  { packages: /^@ai-sdk\/.+$/, owners: ['models/open-model.ts'] },
  { packages: /^@cfworker\/json-schema$/, owners: ['json-schema'] },
  { packages: /^@modelcontextprotocol\/server(?:\/.+)?$/, owners: ['doors/http/mcp', 'cli/mcp.ts'] },
  { packages: /^culori(?:\/.+)?$/, owners: ['scraper/formats/branding'] },
  {
    packages: /^(?:@embedpdf\/pdfium|@e965\/xlsx|numfmt|cfb|tesseract\.js-core|yauzl|htmlparser2)$/,
    owners: ['readers'],
  },
  {
    packages: /^zod$/,
    owners: [
      'contract',
      'config.ts',
      'lib/validate.ts',
      'lib/settings',
      'doors/http/pages/openapi-components.ts',
      'features/search/providers',
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
