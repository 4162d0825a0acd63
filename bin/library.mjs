// The entry of `import { scrape } from 'decant'`. The command line brings a Node of its own; a library runs on its program's.
import { existsSync } from 'node:fs';

const OLDEST = 24;
if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  throw new Error(
    `decant as a library needs Node ${OLDEST} or newer, and this is ${process.version}. The command decant and the service bring their own Node.`,
  );
}

// As in decant.mjs: a checkout has sources, the package JavaScript.
const sources = new URL('../src/library/index.ts', import.meta.url);
const library = existsSync(sources) ? sources : new URL('../dist/library/index.js', import.meta.url);

export const { openDecant, scrape, parse, crawl, ServiceError, ConfigError } = await import(library.href);
