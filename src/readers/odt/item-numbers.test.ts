import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildOdt } from '../../../test/support/documents/build-odt.ts';
import { sourceOf } from '../../../test/support/documents/document-source.ts';
import { readOdt } from './read-odt.ts';

const OUTLINE =
  '<text:outline-style style:name="Outline">' +
  '<text:outline-level-style text:level="1" style:num-format="I" style:num-prefix="Part " style:num-suffix=":"/>' +
  '<text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/>' +
  '<text:outline-level-style text:level="3" style:num-format=""/>' +
  '</text:outline-style>';

function heading(level: number, text: string, attributes = ''): string {
  return `<text:h text:outline-level="${level}" ${attributes}>${text}</text:h>`;
}

/** The headings of a text, each on a line. */
async function headings(text: string, styles = OUTLINE): Promise<string> {
  const { html } = await readOdt(sourceOf(buildOdt({ text, styles })));
  return html.replaceAll(/\n+/g, '').replaceAll('><h', '>\n<h');
}

test('headings have the numbers of the outline', async () => {
  const text =
    heading(1, 'a') +
    heading(2, 'b') +
    heading(2, 'c') +
    heading(3, 'd') +
    heading(1, 'e') +
    heading(2, 'f', 'text:restart-numbering="true" text:start-value="7"') +
    heading(2, 'not counted', 'text:is-list-header="true"') +
    heading(2, 'not numbered', 'text:style-name="Bare"') +
    heading(2, 'g') +
    '<text:p text:style-name="Heading_20_1">only looks so</text:p>';
  const bare =
    '<style:style style:family="paragraph" style:name="Bare" style:parent-style-name="Heading_20_2" style:list-style-name=""/>';
  assert.equal(
    await headings(text, OUTLINE + bare),
    [
      '<h1>Part I: a</h1>',
      '<h2>I.1 b</h2>',
      '<h2>I.2 c</h2>',
      '<h3>d</h3>',
      '<h1>Part II: e</h1>',
      '<h2>II.7 f</h2>',
      '<h2>not counted</h2>',
      '<h2>not numbered</h2>',
      '<h2>II.8 g</h2>',
      '<h1>only looks so</h1>',
    ].join('\n'),
  );
});

test('headings that are items of a list have the numbers of the list', async () => {
  const list =
    '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>' +
    '<text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")"/></text:list-style>';
  const item = (content: string): string => `<text:list-item>${content}</text:list-item>`;
  const text =
    `<text:list xml:id="one" text:style-name="L">${item(heading(1, 'a'))}</text:list><text:p>x</text:p>` +
    `<text:list text:style-name="L" text:continue-list="one">${item(`<text:list>${item(heading(2, 'b'))}${item(heading(2, 'c'))}</text:list>`)}</text:list>` +
    `<text:list text:style-name="L" text:continue-list="one">${item(heading(1, 'd'))}</text:list>` +
    `<text:list text:style-name="Outline">${item(heading(1, 'e'))}</text:list>`;
  assert.equal(
    await headings(text, OUTLINE + list),
    '<h1>1. a</h1><p>x</p>\n<h2>a) b</h2>\n<h2>b) c</h2>\n<h1>2. d</h1>\n<h1>Part I: e</h1>',
  );
});

test('in a table of data a heading is strong text', async () => {
  const cell = (content: string): string => `<table:table-cell>${content}</table:table-cell>`;
  const row = (...cells: string[]): string =>
    `<table:table-row>${cells.map(cell).join('')}</table:table-row>`;
  const table = (...rows: string[]): string => `<table:table>${rows.join('')}</table:table>`;
  assert.equal(
    await headings(
      table(row(heading(3, 'a'), '<text:p>b</text:p>'), row('<text:p>c</text:p>', '<text:p>d</text:p>')),
    ),
    '<table><tbody><tr><td><strong>a</strong></td><td>b</td></tr><tr><td>c</td><td>d</td></tr></tbody></table>',
  );
  assert.equal(
    await headings(
      table(
        row(heading(2, 'Work'), '<text:p/>'),
        row('<text:p>a</text:p>', '<text:p>b</text:p>'),
        row('<text:p>c</text:p>', '<text:p>d</text:p>'),
      ),
    ),
    '<h2>I.1 Work</h2><table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></tbody></table>',
  );
  const layout = await headings(
    table(row(heading(3, 'a'), ''), row('<text:p>c</text:p><text:p>d</text:p>', '')),
  );
  assert.match(layout, /<h3>a<\/h3>/);
});
