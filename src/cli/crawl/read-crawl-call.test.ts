import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from '../command/command.ts';
import { crawlHelp, readCrawlCall, USUAL_LIMIT } from './read-crawl-call.ts';

const JOB = '01a20015-2a4d-778d-ac46-f1583135ef94';

test('options go where the API has them', () => {
  const args = [
    'docs.example',
    '--limit',
    '7',
    '--no-only-main-content',
    '--zero-data-retention',
    '--include-paths',
    'a,b',
  ];
  const call = readCrawlCall([...args, '--format', 'markdown,links', '--format', 'html']);
  assert.ok(call.kind === 'start');
  const { input } = call;
  assert.deepEqual(
    [input.url, input.limit, input.includePaths, input.zeroDataRetention],
    ['http://docs.example', 7, ['a,b'], true],
  );
  assert.equal(input.scrapeOptions.onlyMainContent, false);
  assert.deepEqual(
    input.scrapeOptions.formats.map(({ type }) => type),
    ['markdown', 'links', 'html'],
  );
  assert.equal(USUAL_LIMIT, 10_000);
});

test('a question, words and a schema are formats of each page', () => {
  const asking = ['--question', 'How much?', '--highlights', 'price', '--schema', 'name, price:number'];
  const call = readCrawlCall(['docs.example', ...asking]);
  assert.ok(call.kind === 'start');
  const [question, highlights, json, ...others] = call.input.scrapeOptions.formats;
  assert.deepEqual(others, []);
  assert.ok(question?.type === 'question' && highlights?.type === 'highlights' && json?.type === 'json');
  assert.deepEqual([question.question, highlights.query], ['How much?', 'price']);
  assert.deepEqual(Object.keys(json.schema?.['properties'] as object), ['name', 'price']);
  const beside = readCrawlCall(['docs.example', '--format', 'markdown,json', ...asking.slice(-2)]);
  assert.ok(beside.kind === 'start');
  assert.deepEqual(
    beside.input.scrapeOptions.formats.map(({ type }) => type),
    ['markdown', 'json'],
  );
});

test('--resume takes a folder, a URL or a job', () => {
  const style = { skipsErrors: false, hasFrontMatter: false, chunkWords: undefined };
  const given = { options: {}, formats: undefined };
  const base = { isJson: false, style, output: undefined, service: undefined, given };
  assert.deepEqual(readCrawlCall(['--resume', 'a folder']), {
    ...base,
    kind: 'resume folder',
    place: 'a folder',
  });
  assert.deepEqual(readCrawlCall(['a.example', '--resume']), {
    ...base,
    kind: 'resume folder',
    place: 'a.example',
  });
  assert.deepEqual(readCrawlCall(['--resume', JOB.toUpperCase(), '-o', 'x']), {
    isJson: false,
    style,
    given,
    output: 'x',
    service: undefined,
    kind: 'resume job',
    jobId: JOB,
    skip: 0,
  });
  assert.deepEqual(readCrawlCall(['--resume', JOB, '--json', '--skip', '12']), {
    isJson: true,
    style,
    given,
    output: undefined,
    service: undefined,
    kind: 'resume job',
    jobId: JOB,
    skip: 12,
  });
});

test('what does not go together is refused', () => {
  for (const args of [
    [],
    ['a', 'b'],
    ['a', '--nonsense'],
    ['a', '--json', '-o', 'x'],
    ['a', '--skip', '1'],
    ['a', '--json', '--front-matter'],
    ['a', '--format', 'html', '--chunks', '100'],
    ['a', '--chunks', '0'],
    ['a', '--question', 'x', '--chunks', '5'],
    ['a', '--schema', 'name:money'],
    ['a', '--resume', '--json'],
    [JOB, '--resume', '--skip', '1'],
    [JOB, '--resume', '--json', '--skip', '-1'],
    ['a', '--webhook', '{}'],
  ])
    assert.throws(() => readCrawlCall(args), UsageError, args.join(' '));
  assert.throws(() => readCrawlCall(['a.example', '--limit', '0']), {
    code: 'BAD_REQUEST',
    message: /limit/,
  });
});

test('help names every option once', () => {
  const flags = [...crawlHelp().matchAll(/^ {2}--(?:\[no-\])?([a-z-]+)/gm)].map(([, flag]) => flag);
  assert.equal(new Set(flags).size, flags.length);
  for (const flag of ['output', 'limit', 'max-age', 'only-main-content', 'regex-on-full-url'])
    assert.ok(flags.includes(flag), flag);
});
