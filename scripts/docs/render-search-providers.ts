import { readFileSync } from 'node:fs';

import { SEARCH_ASKS } from '../../src/features/search/providers/abilities.ts';
import { PROVIDER_ADAPTERS } from '../../src/features/search/providers/index.ts';
import { OWN_ABILITIES } from '../../src/features/search/providers/own-index.ts';
import type { SearchAsk } from '../../src/features/search/providers/provider.ts';
import { markdownTable } from './markdown-table.ts';
import { replaceBlock } from './replace-block.ts';

const DOCUMENT = 'docs/search.md';

/** What a request says to ask for it. */
const WRITTEN: Readonly<Record<SearchAsk, string>> = {
  phrases: '`"two words"`',
  excluded: '`-word`',
  alternatives: '`a OR b`',
  site: '`site:`',
  filetype: '`filetype:`',
  inurl: '`inurl:`',
  allinurl: '`allinurl:`',
  intitle: '`intitle:`',
  allintitle: '`allintitle:`',
  related: '`related:`',
  imagesize: '`imagesize:`',
  larger: '`larger:`',
  includeDomains: '`includeDomains`',
  excludeDomains: '`excludeDomains`',
  'range:hour': '`tbs` `qdr:h`',
  'range:day': '`tbs` `qdr:d`',
  'range:week': '`tbs` `qdr:w`',
  'range:month': '`tbs` `qdr:m`',
  'range:year': '`tbs` `qdr:y`',
  'range:custom': '`tbs` `cdr:1`',
  sortByDate: '`tbs` `sbd:1`',
  country: '`country`',
  location: '`location`',
  'category:github': 'category `github`',
  'category:research': 'category `research`',
  'category:pdf': 'category `pdf`',
  safe: '`safe`',
  news: 'source `news`',
  images: 'source `images`',
};

const CELLS = { native: 'native', results: 'results', none: 'warned' } as const;

/** `docs/search.md` with what each provider can do, as its adapter says, between the marks. */
export function renderSearchProviders(): string {
  const rows = SEARCH_ASKS.map((ask) => [
    WRITTEN[ask],
    CELLS[OWN_ABILITIES[ask]],
    ...PROVIDER_ADAPTERS.map(({ abilities, loose }) =>
      loose.has(ask) ? 'native, results' : CELLS[abilities[ask]],
    ),
  ]);
  const table = markdownTable(['', '`own`', ...PROVIDER_ADAPTERS.map(({ name }) => `\`${name}\``)], rows);
  return replaceBlock(readFileSync(DOCUMENT, 'utf8'), 'abilities', table);
}
