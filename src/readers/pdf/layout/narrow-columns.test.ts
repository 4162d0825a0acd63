import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { layoutFacts, LayoutPage, prose } from '../../../../test/support/documents/layout-page.ts';
import { layoutPages } from './layout-pages.ts';

/** Words at even distances from one edge to the other, as a justified line with few words has them. */
function stretched(
  page: LayoutPage,
  words: readonly string[],
  [left, right]: readonly [number, number],
  y: number,
): void {
  const width = words.reduce((sum, word) => sum + word.length * 5, 0);
  const gap = (right - left - width) / (words.length - 1);
  let x = left;
  for (const word of words) {
    page.word(word, x, y);
    x += word.length * 5 + gap;
  }
}

function htmlOf({ page }: LayoutPage): string {
  return layoutPages([page], layoutFacts())[0]?.html ?? '';
}

describe('narrow columns', () => {
  it('reads columns with wide blanks between their words one after the other', () => {
    const page = new LayoutPage();
    const lines = [
      'justified columns stretch',
      'themselves whenever words',
      'become wider between',
      'neighbours standing apart',
    ];
    for (let row = 0; row < 8; row++) {
      const words = lines[row % 4]!.split(' ');
      for (const [column, name] of ['ivy', 'fir', 'elm'].entries()) {
        const left = 40 + column * 175;
        stretched(page, [`${name}${words[0]}`, ...words.slice(1)], [left, left + 160], 100 + row * 12);
      }
    }
    const html = htmlOf(page);
    assert.doesNotMatch(html, /<table/);
    assert.ok(html.lastIndexOf('ivy') < html.indexOf('fir') && html.lastIndexOf('fir') < html.indexOf('elm'));
  });

  it('keeps the words beside a first letter over several lines in their lines', () => {
    const page = new LayoutPage();
    page.word('D', 60, 124, { size: 34 });
    stretched(page, ['ata', 'are', 'what', 'makes'], [80, 210], 102);
    stretched(page, ['digital', 'worlds', 'turn'], [80, 210], 114);
    stretched(page, ['around', 'all', 'day', 'long'], [80, 210], 126);
    page.line('and all night as well, so it is.', 60, 138);
    assert.doesNotMatch(htmlOf(page), /<su[bp]>|worlds.*digital|around.*digital/);
  });

  it('writes no blanks beside the signs of Chinese text, whose room is half empty', () => {
    const page = new LayoutPage();
    page.word('受欢迎。', 60, 100);
    page.word('”自', 86, 100);
    page.word('目', 110, 100);
    page.word('录', 122, 100);
    assert.match(htmlOf(page), /受欢迎。”自 目 录/);
  });

  it('ends an item of a list before paragraphs whose first lines only begin below its text', () => {
    const page = new LayoutPage();
    page.line('1. Of oaks', 60, 100);
    for (const [index, line] of [
      'This is a paragraph that begins',
      'with an indent and goes on at the',
      'left edge.',
    ].entries()) {
      page.line(line, index === 0 ? 75 : 60, 124 + index * 12);
    }
    page.line('2. Of elms', 60, 184);
    page.line('This is another one, and it goes', 75, 208).line('on here.', 60, 220);
    assert.doesNotMatch(htmlOf(page), /<li>Of oaks This/);
  });

  it('keeps lines apart that end where the writer wanted, but not those of a narrow text', () => {
    const page = new LayoutPage();
    page.lines(prose(6), 60, 80);
    page.lines(['Oak Lane 12', 'Forest Town and all around it', 'Woodland', 'Phone 12 34'], 60, 180);
    const html = htmlOf(page);
    assert.match(html, /<p>Oak Lane 12<\/p>\n<p>Forest Town and all around it<\/p>\n<p>Woodland<\/p>/);
    assert.equal(html.match(/<p>/g)?.length, 5);
  });

  it('reads stretched lines of a narrow column as one paragraph, however few words stand on them', () => {
    const page = new LayoutPage();
    const lines = [
      ['Interdisciplinary', 'organisational'],
      ['responsibilities', 'notwithstanding,'],
      ['internationally', 'characteristic'],
      ['overcompensating', 'institutional'],
      ['misunderstandings', 'throughout'],
    ];
    for (const [index, [one = '', other = '']] of lines.entries())
      page.line(one, 60, 80 + index * 12).line(other, 260 - other.length * 5, 80 + index * 12);
    page.line('them all.', 60, 140);
    assert.equal(htmlOf(page), `<p>${lines.flat().join(' ')} them all.</p>`);
  });

  it('goes on with the left of two texts where the right one has ended', () => {
    const page = new LayoutPage();
    const left = [
      'Our harbour is an',
      'old one of the',
      'north, and whatever',
      'responsibilities it',
      'has are shared',
      'with the town.',
    ];
    page.lines(left, 60, 80);
    page.lines(['Another one,', 'which is said', 'to be older.'], 260, 80);
    const html = htmlOf(page);
    assert.ok(html.indexOf('with the town.') < html.indexOf('Another one'), html);
  });
});
