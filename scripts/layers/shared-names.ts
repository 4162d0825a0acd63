/** Names that several files may export, since each is an entry of a registry or a word of its format. */
export const SHARED_NAMES: ReadonlySet<string> = new Set([
  // Endpoints, commands, actions and formats are called what callers call them.
  'crawl',
  'interact',
  'map',
  'parse',
  'search',
  'scrape',
  'html',
  // Kinds of files, and elements of pages.
  'audio',
  'video',
  // A mark of Markdown, and an element of pages.
  'STRONG',
]);
