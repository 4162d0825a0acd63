import assert from 'node:assert/strict';
import { appendFile, mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { Document } from '../../contract/documents/document.ts';
import { createCrawlFolder, openCrawlFolder, readCrawlState } from './crawl-folder.ts';

const plain = { skipsErrors: false, hasFrontMatter: false, chunkWords: undefined };
const crawl = { jobId: 'a job', url: 'https://example.com/', style: plain };

function temporaryFolder() {
  return mkdtempDisposable(path.join(tmpdir(), 'decant-crawl-folder-'));
}

function page(url: string, content: Partial<Document> = { markdown: `# ${url}` }): Document {
  return {
    ...content,
    metadata: { url, sourceURL: url, title: 'A title', statusCode: 200 } as Document['metadata'],
  };
}

async function write(folder: string, documents: readonly Document[]): Promise<number> {
  await using files = await openCrawlFolder(folder, crawl);
  await files.write(documents);
  return files.state.written;
}

async function readLines(folder: string): Promise<{ file: string | null }[]> {
  const text = await readFile(path.join(folder, 'index.jsonl'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { file: string | null });
}

test('pages are written as they are, with a line each', async () => {
  await using folder = await temporaryFolder();
  assert.equal(
    await write(folder.path, [page('https://example.com/a/b'), page('https://example.com/x', {})]),
    2,
  );
  assert.equal(await readFile(path.join(folder.path, 'a/b.md'), 'utf8'), '# https://example.com/a/b\n');
  assert.deepEqual(await readLines(folder.path), [
    {
      file: 'a/b.md',
      url: 'https://example.com/a/b',
      sourceURL: 'https://example.com/a/b',
      title: 'A title',
      statusCode: 200,
    },
    {
      file: null,
      url: 'https://example.com/x',
      sourceURL: 'https://example.com/x',
      title: 'A title',
      statusCode: 200,
    },
  ]);
  const { jobId, url } = crawl;
  const flags = { skipsErrors: false, hasFrontMatter: false };
  assert.deepEqual(await readCrawlState(folder.path), {
    jobId,
    url,
    ...flags,
    written: 2,
    isComplete: false,
  });
});

test('Markdown has front matter and pieces when they are asked for', async () => {
  await using folder = await temporaryFolder();
  const style = { skipsErrors: false, hasFrontMatter: true, chunkWords: 3 };
  const markdown = '# One\n\ntwo three\n\n## Four\n\nfive';
  {
    await using files = await openCrawlFolder(folder.path, { ...crawl, style });
    await files.write([page('https://example.com/a', { markdown, links: ['l'] })]);
  }
  const read = (name: string): Promise<string> => readFile(path.join(folder.path, name), 'utf8');
  assert.equal(
    await read('a.md'),
    `---\ntitle: "A title"\nurl: "https://example.com/a"\nstatusCode: 200\n---\n\n${markdown}\n`,
  );
  const facts = { url: 'https://example.com/a', title: 'A title' };
  assert.deepEqual(
    (await read('a.chunks.jsonl'))
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
    [
      {
        ...facts,
        index: 0,
        anchor: `${facts.url}#:~:text=One`,
        headings: ['One'],
        words: 3,
        text: '# One\n\ntwo three',
      },
      {
        ...facts,
        index: 1,
        anchor: `${facts.url}#:~:text=Four`,
        headings: ['One', 'Four'],
        words: 2,
        text: '## Four\n\nfive',
      },
    ],
  );
  const [line] = await readLines(folder.path);
  assert.deepEqual((line as { files?: string[] }).files, ['a.md', 'a.chunks.jsonl', 'a.links.json']);
  assert.deepEqual((await readCrawlState(folder.path))?.chunkWords, 3);
});

test('formats have endings of their own', async () => {
  await using folder = await temporaryFolder();
  const contents = {
    markdown: 'm',
    html: 'h',
    rawHtml: 'r',
    links: ['l'],
    json: 'j',
    summary: 's',
    changeTracking: undefined,
  };
  await write(folder.path, [page('https://example.com/', contents)]);
  const names = (await readdir(folder.path)).filter(
    (name) => name.startsWith('index.') && name !== 'index.jsonl',
  );
  assert.deepEqual(names.toSorted(), [
    'index.html',
    'index.json',
    'index.links.json',
    'index.md',
    'index.raw.html',
    'index.summary.txt',
  ]);
  assert.equal(await readFile(path.join(folder.path, 'index.json'), 'utf8'), '"j"\n');
});

test('a page does not choose what kind of file it becomes', async () => {
  await using folder = await temporaryFolder();
  const uri = (type: string): string => `data:${type};base64,${Buffer.from('bytes').toString('base64')}`;
  await write(folder.path, [
    page('https://example.com/text', {
      markdown: uri('application/desktop'),
      rawHtml: uri('application/bat'),
      summary: uri('image/png'),
    }),
    page('https://example.com/files', {
      screenshot: uri('image/png'),
      audio: uri('audio/x-msdownload'),
      video: uri('application/exe'),
    }),
    page('https://example.com/links', { screenshot: 'https://example.com/x.exe' }),
  ]);
  const files = (await readdir(folder.path)).filter((name) => /^(?:text|files|links)/.test(name));
  assert.deepEqual(files.toSorted(), [
    'files.audio.bin',
    'files.screenshot.png',
    'files.video.bin',
    'links.screenshot.txt',
    'text.md',
    'text.raw.html',
    'text.summary.txt',
  ]);
  const read = (name: string): Promise<string> => readFile(path.join(folder.path, name), 'utf8');
  assert.equal(await read('text.md'), `${uri('application/desktop')}\n`);
  assert.equal(await read('files.screenshot.png'), 'bytes');
});

test('a later run goes on behind the last whole line, with names that are not taken', async () => {
  await using folder = await temporaryFolder();
  await write(folder.path, [page('https://example.com/a'), page('https://example.com/b')]);
  await appendFile(path.join(folder.path, 'index.jsonl'), '{"file":"c.m');
  assert.equal(await write(folder.path, [page('https://example.com/c'), page('https://example.com/a/')]), 4);
  const files = (await readLines(folder.path)).map(({ file }) => file);
  assert.deepEqual(files.slice(0, 3), ['a.md', 'b.md', 'c.md']);
  assert.match(files[3] ?? '', /^a-[0-9a-f]{8}\.md$/);
});

test('a folder with anything in it is left alone', async () => {
  await using folder = await temporaryFolder();
  const inner = path.join(folder.path, 'inner/most');
  assert.equal(await createCrawlFolder(inner), true);
  assert.equal(await createCrawlFolder(inner), false);
  await writeFile(path.join(inner, 'notes.txt'), 'mine');
  await assert.rejects(createCrawlFolder(inner), { code: 'CONFLICT', message: /is not empty/ });
  await write(inner, []);
  await assert.rejects(createCrawlFolder(inner), { code: 'CONFLICT', message: /--resume goes on with it/ });
  await assert.rejects(createCrawlFolder(path.join(inner, 'notes.txt')), { code: 'EEXIST' });
});

test('damage is said, not guessed around', async () => {
  await using folder = await temporaryFolder();
  assert.equal(await readCrawlState(folder.path), undefined);
  assert.equal(await readCrawlState(path.join(folder.path, 'nowhere')), undefined);
  const index = path.join(folder.path, 'index.jsonl');
  for (const line of ['x', '{}', '{"files":[1]}', '{"files":1}', 'null']) {
    await writeFile(index, `{"file":"a.md"}\n${line}\n`);
    await assert.rejects(openCrawlFolder(folder.path, crawl), {
      code: 'CONFLICT',
      message: /damaged in line 2$/,
    });
  }
  for (const state of ['', '{}', '{"jobId":"x","url":"no URL"}', 'null']) {
    await writeFile(path.join(folder.path, '.decant-crawl.json'), state);
    await assert.rejects(readCrawlState(folder.path), { code: 'CONFLICT', message: /is damaged$/ });
  }
});

test('error pages are counted, also when the folder is opened again, and can be left out', async () => {
  await using folder = await temporaryFolder();
  const missing = page('https://example.com/gone');
  missing.metadata.statusCode = 404;
  {
    await using files = await openCrawlFolder(folder.path, {
      ...crawl,
      style: { ...plain, skipsErrors: true },
    });
    await files.write([page('https://example.com/a'), missing]);
  }
  await using again = await openCrawlFolder(folder.path, {
    ...crawl,
    style: { ...plain, skipsErrors: true },
  });
  assert.deepEqual([...again.errorStatuses], [[404, 1]]);
  await again.write([missing]);
  assert.deepEqual([...again.errorStatuses], [[404, 2]]);
  const lines = await readLines(folder.path);
  assert.deepEqual(
    lines.map(({ file }) => file),
    ['a.md', null, null],
  );
  assert.deepEqual((await readdir(folder.path)).toSorted(), ['.decant-crawl.json', 'a.md', 'index.jsonl']);
  assert.equal((await readCrawlState(folder.path))?.skipsErrors, true);
});
