import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utils, write, type BookType } from '@e965/xlsx';
import { buildOds } from '../../../test/support/documents/build-ods.ts';
import { sourceOf } from '../../../test/support/documents/document-source.ts';
import type { DocumentContent } from '../document.ts';
import { readSpreadsheet } from './read-spreadsheet.ts';

async function read(bytes: Uint8Array): Promise<DocumentContent> {
  return readSpreadsheet(sourceOf(bytes));
}

function textOfCells(html: string): string[] {
  return [...html.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/g)].map((match) => match[1]!);
}

test('OpenDocument: each link of a cell has its own text', async () => {
  const link = (to: string, text: string): string => `<text:a xlink:href="${to}">${text}</text:a>`;
  const texts = [
    `See ${link('https://e.org/1', 'one')} &amp; ${link('https://e.org/2', '<text:span>t</text:span>wo')}.`,
    `  ${link('https://e.org/3', '&lt;all&gt; of it')} `,
    `${link('https://e.org/4', 'two ')}${link('https://e.org/4', 'styles')}`,
    `${link('#Sheet2.A1', 'place')} ${link('javascript:alert(1)', 'bad')}`,
    `${link('https://e.org/5', ' ')}<text:a xlink:href="https://e.org/6"/>none`,
    `${link('https://e.org/7', 'a<text:line-break/>b')}</text:p><text:p>c`,
  ];
  const cells = texts
    .map((text) => `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`)
    .join('');
  const { html } = await read(
    buildOds(`<table:table table:name="T"><table:table-row>${cells}</table:table-row></table:table>`),
  );
  assert.deepEqual(textOfCells(html), [
    'See <a href="https://e.org/1">one</a> &amp; <a href="https://e.org/2">two</a>.',
    '<a href="https://e.org/3">&lt;all&gt; of it</a>',
    '<a href="https://e.org/4">two styles</a>',
    'place bad',
    'none',
    '<a href="https://e.org/7">a<br>b</a><br>c',
  ]);
});

test('OpenDocument: a long address in repeated cells is cut off with a warning', async () => {
  const address = `https://e.org/${'a'.repeat(100_000)}`;
  const cell = `<table:table-cell office:value-type="string" table:number-columns-repeated="1000"><text:p>x <text:a xlink:href="${address}">y</text:a></text:p></table:table-cell>`;
  const row = `<table:table-row table:number-rows-repeated="1000">${cell}</table:table-row>`;
  const { html, warnings } = await read(buildOds(`<table:table table:name="T">${row}</table:table>`));
  assert.ok(html.length < 60_000_000);
  assert.equal(warnings[0], 'The sheet "T" has more cells than can be read; the last ones are left out.');
});

test('all formats of Excel keep the place in the page that a link leads to', async () => {
  const sheet = utils.aoa_to_sheet([['guide', 'app']]);
  sheet['A1'].l = { Target: 'https://e.org/guide#part-2' };
  sheet['B1'].l = { Target: 'https://e.org/app' };
  for (const bookType of ['xlsx', 'xlsb', 'biff8'] satisfies BookType[]) {
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'S');
    const { html } = await read(write(book, { type: 'buffer', bookType }) as Buffer);
    assert.deepEqual(
      textOfCells(html),
      ['<a href="https://e.org/guide#part-2">guide</a>', '<a href="https://e.org/app">app</a>'],
      bookType,
    );
  }
});
