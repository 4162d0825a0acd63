import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { sourceOf } from '../../../test/support/documents/document-source.ts';
import { parseHtml } from '../../html/parse.ts';
import { toMarkdown } from '../../html/to-markdown/to-markdown.ts';
import type { ReadDocument } from '../document.ts';
import { readOdp } from '../odt/slides/read-odp.ts';
import { readPpt } from '../ppt/read-ppt.ts';
import { readPptx } from '../pptx/read-pptx.ts';

const FOLDER = new URL('../../../test/fixtures/slides/annual-report/', import.meta.url);
const EXPECTED = readFileSync(new URL('expected.md', FOLDER), 'utf8');

/** The deck as each program format has it. */
const DECKS: Readonly<Record<string, ReadDocument>> = {
  'deck.fodp': readOdp,
  'deck.odp': readOdp,
  'deck.pptx': readPptx,
  'deck.ppt.gz': readPpt,
};

for (const [name, readDeck] of Object.entries(DECKS)) {
  test(`the same deck gives the same Markdown: ${name}`, async () => {
    const file = readFileSync(new URL(name, FOLDER));
    const bytes = name.endsWith('.gz') ? gunzipSync(file) : file;
    const { html, properties, warnings } = await readDeck(sourceOf(bytes));
    const markdown = `${toMarkdown(parseHtml(`<!doctype html><body>${html}`)).trim()}\n`;
    assert.equal(markdown, EXPECTED);
    assert.deepEqual([properties.title, properties.author], ['Annual report', 'Ada Example']);
    assert.deepEqual(warnings, []);
  });
}
