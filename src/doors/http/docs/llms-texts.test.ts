import assert from 'node:assert/strict';
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { DOC_GROUPS } from './doc-groups.ts';
import { createLlmsTexts } from './llms-texts.ts';
import { docOfLink, readDocs } from './read-docs.ts';

describe('the documentation for models', () => {
  test('an overview has a title, a summary, and sections of links with what they lead to', () => {
    const docs = readDocs();
    const lines = createLlmsTexts(docs).overview('https://x.example').split('\n');
    assert.equal(lines[0], '# Decant');
    assert.match(lines[2]!, /^> \S/);
    const links = lines.filter((line) => line.startsWith('- '));
    for (const line of links)
      assert.match(line, /^- \[[^\]]+\]\(https:\/\/x\.example\/docs\/[\w/-]+\.md\)(?:: .+)?$/);
    assert.equal(links.length, docs.byName.size);
    const sections = lines.filter((line) => line.startsWith('## '));
    assert.deepEqual(sections, [...DOC_GROUPS.map(([title]) => `## ${title}`), '## Optional']);
  });

  test('every page but the decisions is in a group, and every group names pages that are there', () => {
    const { byName, groups } = readDocs();
    const last = groups.at(-1)!;
    assert.ok(
      last.docs.every(({ name }) => name.startsWith('decisions/')),
      last.docs.map(({ name }) => name).join(' '),
    );
    for (const [, names] of DOC_GROUPS) for (const name of names) assert.ok(byName.has(name), name);
  });

  test('the whole text has every page, with addresses in place of links between files', () => {
    const docs = readDocs();
    const text = createLlmsTexts(docs).full('https://x.example');
    for (const { title, isOptional, docs: pages } of docs.groups)
      for (const doc of pages)
        assert.equal(text.includes(`\n# ${doc.title}`), !isOptional, `${title}: ${doc.name}`);
    assert.doesNotMatch(text, /\]\([\w-]+\.md/);
    assert.match(text, /\]\(https:\/\/x\.example\/docs\/browser\.md#actions\)/);
    assert.ok(!text.includes('base.invalid'));
  });

  test('a link leads to a page of ours or nowhere', async () => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-docs-'));
    await mkdir(path.join(folder.path, 'deep'));
    await writeFile(path.join(folder.path, 'a.md'), '# A\n\nFirst `one`. Second [two](deep/b.md).\n');
    await writeFile(path.join(folder.path, 'deep', 'b.md'), '# B\n\n- no paragraph\n');
    const docs = readDocs(folder.path);
    assert.deepEqual(
      [...docs.byName.values()].map(({ name, title, summary }) => [name, title, summary]),
      [
        ['a', 'A', 'First one. Second two.'],
        ['deep/b', 'B', ''],
      ],
    );
    assert.deepEqual(docOfLink(docs, 'a', 'deep/b.md#x'), { name: 'deep/b', hash: '#x' });
    assert.deepEqual(docOfLink(docs, 'deep/b', '../a.md'), { name: 'a', hash: '' });
    for (const href of ['../a.md', 'b.md', 'https://x.example/a.md', '/a.md', 'a', '../../etc/passwd'])
      assert.equal(docOfLink(docs, 'a', href), undefined, href);
  });
});
