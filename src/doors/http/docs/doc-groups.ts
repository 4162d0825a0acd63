/** Where a page stands on the first page of the documentation, by its name; one that no group names comes last. */
export const DOC_GROUPS: ReadonlyArray<readonly [title: string, names: readonly string[]]> = [
  ['Begin', ['dashboard', 'clients', 'moving', 'library', 'agents', 'read', 'rag']],
  ['Pages', ['scraping', 'how-it-works', 'markdown', 'content-quality', 'browser', 'documents', 'answers']],
  ['Sites', ['crawling', 'map', 'search', 'change-tracking', 'webhooks']],
  ['Live browsers', ['sessions', 'session-code', 'profiles']],
  ['Run it', ['deployment', 'configuration', 'accounts', 'operation', 'safety', 'benchmarks', 'peers']],
  ['Look up', ['api', 'cli', 'errors', 'troubleshooting']],
];

/** The title of pages that no group names. */
export const LAST_GROUP = 'Decisions';
