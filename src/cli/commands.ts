import type { ListedCommand } from './command/command.ts';

/** Every command, in the order of the help. Loaded on demand, so that none pays for the others. */
export const commands: Readonly<Record<string, ListedCommand>> = {
  serve: {
    summary: 'Start the service.',
    load: async () => (await import('./serve.ts')).serve,
  },
  scrape: {
    summary: 'Print a page as Markdown or in another format, without a server.',
    load: async () => (await import('./scrape.ts')).scrape,
  },
  parse: {
    summary: 'Print a file (PDF, Word, Excel, ...) as Markdown; needs no server.',
    load: async () => (await import('./parse.ts')).parse,
  },
  shell: {
    summary: 'Fetch a page once and try what to keep and drop of it.',
    load: async () => (await import('./shell.ts')).shell,
  },
  crawl: {
    summary: 'Crawl a site into a folder of Markdown files or lines of JSON.',
    load: async () => (await import('./crawl.ts')).crawl,
  },
  map: {
    summary: 'Print the URLs of a site, one a line; needs no server or database.',
    load: async () => (await import('./map.ts')).map,
  },
  search: {
    summary: 'Find pages, news or images, with their content if wanted.',
    load: async () => (await import('./search.ts')).search,
  },
  ask: {
    summary: 'Say why a scrape or crawl went wrong, or how something is done.',
    load: async () => (await import('./ask.ts')).ask,
  },
  interact: {
    summary: 'Go on in the page of a scrape, with code or with words.',
    load: async () => (await import('./interact.ts')).interact,
  },
  browser: {
    summary: 'List, open or end browser sessions.',
    load: async () => (await import('./browser.ts')).browser,
  },
  jobs: {
    summary: 'List, follow or cancel crawls and batches, say which pages failed.',
    load: async () => (await import('./jobs.ts')).jobs,
  },
  keys: {
    summary: 'List, create and revoke API keys.',
    load: async () => (await import('./keys.ts')).keys,
  },
  teams: {
    summary: 'List, create and change teams: credits, limits, what they may use.',
    load: async () => (await import('./teams.ts')).teams,
  },
  profiles: {
    summary: 'List and delete profiles: what browsers keep for their users.',
    load: async () => (await import('./profiles.ts')).profiles,
  },
  index: {
    summary: 'List pages that can be searched, remove them, index them anew.',
    load: async () => (await import('./search-index.ts')).searchIndex,
  },
  webhooks: {
    summary: 'List sent webhooks, send them again, set their signing secret.',
    load: async () => (await import('./webhooks.ts')).webhooks,
  },
  mcp: {
    summary: 'Give an agent tools to read the web, over MCP on standard input.',
    load: async () => (await import('./mcp.ts')).mcp,
  },
  doctor: {
    summary: 'Say what works on this machine, and which variable changes it.',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  completion: {
    summary: 'Print a script with which a shell completes commands and options.',
    load: async () => (await import('./completion.ts')).createCompletion(() => commands),
  },
};
