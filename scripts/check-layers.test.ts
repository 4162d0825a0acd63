import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

import { checkLayers } from './check-layers.ts';
import type { Rooms } from './layers/rooms.ts';

/** A small house in which every file keeps every rule. */
const CLEAN: Readonly<Record<string, string>> = {
  'src/main.ts': `await import('./cli/run.ts');`,
  'src/cli/run.ts': `import { openApp } from '../app.ts';\nexport const run = (): void => openApp();`,
  'src/app.ts': `import { scrape } from './features/scrape/scrape.ts';\nexport const openApp = (): void => scrape();`,
  'src/features/scrape/scrape.ts': `import { fetchPage } from '../../net/fetch.ts';\nexport const scrape = (): void => fetchPage();`,
  'src/features/map/map.ts': `export const map = 1;`,
  'src/net/fetch.ts': `import { request } from 'undici';\nimport { wait } from '../lib/wait.ts';\nexport const fetchPage = (): unknown => [request, wait];`,
  'src/lib/wait.ts': `export const wait = 1;`,
  'src/lib/wait.test.ts': `import { wait } from './wait.ts';\nimport { site } from '../../test/support/site.ts';\nconsole.log(wait, site, process.env['CI']);`,
  'src/config.ts': `import { z } from 'zod';\nexport const port = z.string().parse(process.env['PORT']);`,
  'src/contract/page.ts': `import { z } from 'zod';\nexport const page = z.string();`,
};

function violationsWith(
  planted: Readonly<Record<string, string>>,
  rooms: Rooms = {},
  sharedNames: readonly string[] = [],
): string[] {
  const root = mkdtempSync(path.join(tmpdir(), 'decant-layers-'));
  try {
    for (const [file, text] of Object.entries({ ...CLEAN, ...planted })) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), `${text}\n`);
    }
    return checkLayers(root, rooms, new Set(sharedNames)).violations.map(
      ({ file, line, message }) => `${file}:${line} ${message}`,
    );
  } finally {
    rmSync(root, { recursive: true });
  }
}

test('a clean house has no violation', () => {
  deepEqual(violationsWith({}), []);
});

test('a variable that is taken away is not read', () => {
  const text = (act: string): string => `export const remove = (): unknown => ${act};`;
  deepEqual(violationsWith({ 'src/lib/env.ts': text(`delete process.env['CI']`) }), []);
  for (const act of [`delete process.env['CI'], process.env['CI']`, `delete known[process.env['CI']]`])
    equal(violationsWith({ 'src/lib/env.ts': text(`(${act})`) }).length, 1, act);
});

test('a tree without a file is no success', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'decant-layers-'));
  try {
    deepEqual(checkLayers(root, {}), {
      fileCount: 0,
      violations: [{ file: 'src', line: 0, message: 'saw no file' }],
    });
  } finally {
    rmSync(root, { recursive: true });
  }
});

const UPWARD = 'upward import: net may not import from features/scrape (../features/scrape/scrape.ts)';

const upwardImports = {
  'an import': `import { scrape } from '../features/scrape/scrape.ts';\nexport const up = scrape;`,
  'an import of types': `import type { Page } from '../features/scrape/scrape.ts';\nexport type Up = Page;`,
  'an import of types, inline': `import { type Page } from '../features/scrape/scrape.ts';\nexport type Up = Page;`,
  'a type in place': `export type Up = import('../features/scrape/scrape.ts').Page;`,
  'a dynamic import': `export const up = (): unknown => import('../features/scrape/scrape.ts');`,
  'a dynamic import of a template':
    'export const up = (): unknown => import(`../features/scrape/scrape.ts`);',
  'a re-export': `export { scrape } from '../features/scrape/scrape.ts';\nexport const own = 1;`,
  'a worker file': `export const up = new URL('../features/scrape/scrape.ts', import.meta.url);`,
};

for (const [name, text] of Object.entries(upwardImports)) {
  test(`${name} that leads up is found`, () => {
    deepEqual(violationsWith({ 'src/net/up.ts': text }), [`src/net/up.ts:1 ${UPWARD}`]);
  });
}

test('an import from a sibling is found, between features as between folders of a row', () => {
  deepEqual(
    violationsWith({
      'src/features/map/map.ts': `\nimport { scrape } from '../scrape/scrape.ts';\nexport const map = scrape;`,
      'src/browser/ask.ts': `import { read } from '../readers/read.ts';\nexport const ask = read;`,
      'src/readers/read.ts': `export const read = 1;`,
    }),
    [
      'src/browser/ask.ts:1 sideways import: browser may not import from readers (../readers/read.ts)',
      'src/features/map/map.ts:2 sideways import: features/map may not import from features/scrape (../scrape/scrape.ts)',
    ],
  );
});

test('the test of a file is bound to the row of the file', () => {
  deepEqual(violationsWith({ 'src/config.test.ts': `import { run } from './cli/run.ts';\nrun();` }), [
    'src/config.test.ts:1 upward import: config.ts may not import from cli (./cli/run.ts)',
  ]);
});

for (const [kind, line] of Object.entries({
  values: `import { second } from './second.ts';\nexport const first = second;`,
  types: `import type { Second } from './second.ts';\nexport const first: Second = 1;`,
})) {
  test(`a circle of files is found, of ${kind}`, () => {
    const found = violationsWith({
      'src/lib/first.ts': line,
      'src/lib/second.ts': `import { first } from './first.ts';\nexport type Second = number;\nexport const second = first;`,
    });
    equal(found.length, 1);
    match(found[0] ?? '', /import cycle: src\/lib\/first\.ts -> src\/lib\/second\.ts -> src\/lib\/first\.ts/);
  });
}

const plantedFaults: Readonly<Record<string, readonly [file: string, text: string, message: RegExp]>> = {
  'top-level let': ['src/lib/state.ts', 'export let count = 0;', /top-level let or var/],
  'top-level var': [
    'src/lib/state.ts',
    'var count = 0;\nexport const read = (): number => count;',
    /top-level let or var/,
  ],
  'process.env': ['src/lib/env.ts', `export const ci = process.env['CI'];`, /read in config\.ts only/],
  'env taken out of process': [
    'src/lib/env.ts',
    'const { env } = process;\nexport const ci = env;',
    /read in config\.ts only/,
  ],
  'env of globalThis.process': [
    'src/lib/env.ts',
    'export const ci = globalThis.process.env;',
    /read in config\.ts only/,
  ],
  'env imported': [
    'src/lib/env.ts',
    `import { env } from 'node:process';\nexport const ci = env;`,
    /read in config\.ts only/,
  ],
  'env of an imported process': [
    'src/lib/env.ts',
    `import p from 'node:process';\nexport const ci = p.env;`,
    /read in config\.ts only/,
  ],
  'a barrel': [
    'src/lib/index.ts',
    `export { wait } from './wait.ts';\nexport type { W } from './wait.ts';`,
    /barrel/,
  ],
  'a barrel in two steps': [
    'src/lib/index.ts',
    `import { wait } from './wait.ts';\nexport { wait };`,
    /barrel/,
  ],
  'the framework elsewhere': [
    'src/features/map/map.ts',
    `import cors from '@fastify/cors';\nexport const map = cors;`,
    /@fastify\/cors belongs to doors\/http/,
  ],
  'the driver elsewhere': [
    'src/accounts/teams.ts',
    `import type { Pool } from 'pg';\nexport type P = Pool;`,
    /pg belongs to store/,
  ],
  'a submodule of an owned package': [
    'src/html/parse.ts',
    `import { z } from 'zod/v4';\nexport const parse = z;`,
    /zod belongs to/,
  ],
  'the HTTP client elsewhere': [
    'src/browser/ask.ts',
    `import { request } from 'undici';\nexport const ask = request;`,
    /undici belongs to net/,
  ],
  'more than zod in the contract': [
    'src/contract/page.ts',
    `import { join } from 'node:path';\nexport const page = join;`,
    /contract imports zod only/,
  ],
  'a folder without a row': ['src/helpers/text.ts', 'export const text = 1;', /in no row of the layer table/],
  'test code in the product': [
    'src/lib/site.ts',
    `import { site } from '../../test/support/site.ts';\nexport const s = site;`,
    /not part of the product/,
  ],
  'a test imported': [
    'src/lib/site.ts',
    `import { x } from './wait.test.ts';\nexport const s = x;`,
    /imports the test/,
  ],
};

for (const [name, [file, text, message]] of Object.entries(plantedFaults)) {
  test(`${name} is found`, () => {
    const found = violationsWith({ [file]: text });
    equal(found.length, 1, found.join('\n'));
    match(found[0] ?? '', message);
  });
}

const NET_ROOMS = { net: [{ '.': 'fetch' }, { body: 'bodies', head: 'headers' }, { 'wire.ts': 'the wire' }] };
const NET_FILES = {
  'src/net/fetch.ts': `import { body } from './body/body.ts';\nimport { head } from './head/head.ts';\nexport const fetchPage = [body, head];`,
  'src/net/body/body.ts': `import { wire } from '../wire.ts';\nexport const body = wire;`,
  'src/net/head/head.ts': 'export const head = 1;',
  'src/net/wire.ts': 'export const wire = 1;',
};

test('rooms import from lower rows', () => {
  deepEqual(violationsWith(NET_FILES, NET_ROOMS), []);
});

test('an import between rooms that leads up or sideways is found, also of types', () => {
  deepEqual(
    violationsWith(
      {
        ...NET_FILES,
        'src/net/wire.ts': `import type { Head } from './head/head.ts';\nexport const wire: Head = 1;`,
        'src/net/head/head.ts': `import { body } from '../body/body.ts';\nexport type Head = number;\nexport const head = body;`,
      },
      NET_ROOMS,
    ).filter((line) => !line.includes('cycle')),
    [
      'src/net/head/head.ts:1 sideways import within net: head may not import from body (../body/body.ts)',
      'src/net/wire.ts:1 upward import within net: wire.ts may not import from head (./head/head.ts)',
    ],
  );
});

test('a room without a row is found, and a row without a room', () => {
  const { 'src/net/wire.ts': wire, 'src/net/body/body.ts': body, ...files } = NET_FILES;
  deepEqual(
    violationsWith(
      {
        ...files,
        'src/net/body/body.ts': body.replace('../wire.ts', '../cable/wire.ts'),
        'src/net/cable/wire.ts': wire,
      },
      NET_ROOMS,
    ),
    [
      'src/net/cable:1 has no row in layers/rooms.ts',
      'src/net:1 has no wire.ts, which layers/rooms.ts names',
    ],
  );
});

test('a name that two files export is found', () => {
  deepEqual(violationsWith({ 'src/lib/stay.ts': 'export const wait = 2;' }), [
    'src/lib/wait.ts:1 exports wait, as does src/lib/stay.ts',
  ]);
  deepEqual(violationsWith({ 'src/lib/stay.ts': 'export const wait = 2;' }, {}, ['wait']), []);
});

test('an exception for a name that only one file exports is found', () => {
  deepEqual(violationsWith({}, {}, ['wait']), [
    'scripts/layers/shared-names.ts:1 excepts wait, which no two files export',
  ]);
});

test('a function without a name that a factory returns is found', () => {
  const planted = {
    'src/lib/nameless.ts': `export function createSum() {\n  return (a: number, b: number) => a + b;\n}`,
    'src/lib/named.ts': `export function createNamedSum() {\n  return function sum(a: number) { return () => a; };\n}`,
    'src/lib/other.ts': `export function createSumming() {\n  return { sum: () => [1].map((one) => one) };\n}`,
  };
  deepEqual(violationsWith(planted), ['src/lib/nameless.ts:2 a factory returns a function without a name']);
});

const SUBJECTLESS = 'a sentence of a comment begins with What, Who, Of or Such: name its subject';

const subjectlessComments = {
  'a docstring': '/** What it is. */\nexport const a = 1;',
  'a line': '// Of one team.\nexport const a = 1;',
  'a later sentence': '/** A thing. Whoever wants it may take it. */\nexport const a = 1;',
  'a sentence on a later line': '/**\n * A thing.\n * Such things are rare.\n */\nexport const a = 1;',
};

for (const [name, text] of Object.entries(subjectlessComments)) {
  test(`${name} that has no subject is found`, () => {
    deepEqual(violationsWith({ 'src/lib/said.ts': text }), [`src/lib/said.ts:1 ${SUBJECTLESS}`]);
  });
}

test('comments without a subject are found in what ships beside the house, and nowhere else', () => {
  const text = '// What it is.';
  const files = ['bin/start.mjs', 'web/live/view.ts', 'web/live/view.test.ts', 'scripts/build.ts'];
  deepEqual(
    violationsWith(Object.fromEntries(files.map((file) => [file, text]))),
    ['bin/start.mjs', 'web/live/view.ts'].map((file) => `${file}:1 ${SUBJECTLESS}`),
  );
});

test('a text of the contract that has no subject is found', () => {
  const text = [
    `export const said = ['What it is.', 'A thing. Of one team.', 'The thing that it is: what, of whom.'];`,
    'export const filled = [`${said}. Such as this.`, `The ${said}`];',
    'export const pieced = `${said}Of one word`;',
  ].join('\n');
  const found = (line: number): string =>
    `src/contract/said.ts:${line} ${SUBJECTLESS.replace('comment', 'text')}`;
  deepEqual(violationsWith({ 'src/contract/said.ts': text, 'src/contract/said.test.ts': `'What now?';` }), [
    found(1),
    found(1),
    found(2),
  ]);
});

test('a sentence that begins otherwise, a text and a test may say what they like', () => {
  const text = `/** The part that is left: what it is, of whom. */\nexport const said = 'What now? Of course.';`;
  deepEqual(violationsWith({ 'src/lib/said.ts': text, 'src/lib/said.test.ts': '// What is said.' }), []);
});

test('two files of one number are found, and a number that is left out', () => {
  const migrations = ['0001-one', '0002-two', '0002-too', '0004-four'].map((name) => [
    `src/store/migrations/${name}.sql`,
    'select 1;',
  ]);
  deepEqual(
    violationsWith({ ...Object.fromEntries(migrations), 'docs/decisions/0001-first.md': '# First' }),
    ['src/store/migrations/0002-two.sql:1 is file 3 of its folder: its number would be 0003'],
  );
});
