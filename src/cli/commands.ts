import type { Command } from './command.ts';

/** Every command, in the order of the help. Loaded on demand, so that none pays for the others. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serve,
  scrape: async () => (await import('./scrape.ts')).scrape,
  parse: async () => (await import('./parse.ts')).parse,
  shell: async () => (await import('./shell.ts')).shell,
  crawl: async () => (await import('./crawl.ts')).crawl,
  map: async () => (await import('./map.ts')).map,
  search: async () => (await import('./search.ts')).search,
  ask: async () => (await import('./ask.ts')).ask,
  interact: async () => (await import('./interact.ts')).interact,
  browser: async () => (await import('./browser.ts')).browser,
  jobs: async () => (await import('./jobs.ts')).jobs,
  keys: async () => (await import('./keys.ts')).keys,
  teams: async () => (await import('./teams.ts')).teams,
  profiles: async () => (await import('./profiles.ts')).profiles,
  index: async () => (await import('./search-index.ts')).searchIndex,
  webhooks: async () => (await import('./webhooks.ts')).webhooks,
  mcp: async () => (await import('./mcp.ts')).mcp,
  doctor: async () => (await import('./doctor.ts')).doctor,
  completion: async () => (await import('./completion.ts')).createCompletion(() => commands),
};
