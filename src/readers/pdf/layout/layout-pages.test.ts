import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertLinear } from '../../../../test/support/assert-linear.ts';
import {
  BOLD,
  layoutFacts,
  LayoutPage,
  MONO,
  prose,
} from '../../../../test/support/documents/layout-page.ts';
import type { PdfFacts } from '../pdf-page.ts';
import { createLayout, layoutPages } from './layout-pages.ts';

function htmlOf(built: LayoutPage, facts: Partial<PdfFacts> = {}): string {
  return layoutPages([built.page], layoutFacts(facts))[0]?.html ?? '';
}

describe('layoutPages', () => {
  it('joins the lines of a paragraph and parts paragraphs by space', () => {
    const page = new LayoutPage();
    const next = page.lines(prose(3, 'first'), 60, 100);
    page.lines(prose(3, 'second'), 60, next + 10);
    const html = htmlOf(page);
    assert.equal(html.match(/<p>/g)?.length, 2);
    assert.match(html, /^<p>The first goes on .* of first and first goes on/);
  });

  it('joins divided words, and keeps hyphens that the file itself writes', () => {
    const page = new LayoutPage();
    page.lines(
      [
        'These words are well-known to the reader and ac-',
        'tual lines end in words that are well-',
        'known here.',
      ],
      60,
      100,
    );
    assert.equal(
      htmlOf(page),
      '<p>These words are well-known to the reader and actual lines end in words that are well-known here.</p>',
    );
  });

  it('keeps the hyphen of a row of words, and joins what is half a word', () => {
    const page = new LayoutPage();
    page.lines(
      [
        'More than was expected by all, with lower-than-',
        'expected costs of the newest high-perfor-',
        'mance engines.',
      ],
      60,
      100,
    );
    assert.match(htmlOf(page), /lower-than-expected costs of the newest high-performance engines/);
  });

  it('reads columns one after the other below a title across both', () => {
    const page = new LayoutPage();
    page.line('A title that stands across both columns of the page', 60, 80, { size: 18 });
    // In the order of the rows, as if the file had been written line by line.
    const left = prose(12, 'left');
    const right = prose(12, 'right');
    for (let row = 0; row < 12; row++) {
      page.line(left[row]!, 40, 120 + row * 12);
      page.line(right[row]!, 320, 120 + row * 12);
    }
    const html = htmlOf(page);
    assert.match(html, /^<h1>A title that stands across both columns of the page<\/h1>/);
    assert.ok(html.indexOf('of left.') > 0 && html.indexOf('of left.') < html.indexOf('The right'));
  });

  it('reads the rest of a sentence at the top of the second column behind the first column', () => {
    const page = new LayoutPage();
    page.line('A title that stands across both columns of it', 60, 60, { size: 18 });
    page.line('The first part', 60, 124, { size: 13, font: BOLD });
    page.lines([...prose(20, 'left').slice(0, 19), 'and left ends with'], 60, 146);
    page.lines(['a half that stands above all', 'that the other column has.'], 330, 92);
    page.line('The second part', 330, 152, { size: 13, font: BOLD });
    page.lines(prose(17, 'right'), 330, 174);
    const html = htmlOf(page);
    assert.match(html, /ends with a half that stands above all that the other column has\.<\/p>/);
    assert.ok(html.indexOf('The first part') < html.indexOf('a half'));
  });

  it('reads a column of short lines beside running text as columns', () => {
    const page = new LayoutPage();
    const text = [
      'The journal encourages its authors to write in',
      'one way and the file that is described here can',
      'be used to come near to that, and it also gives',
      'some more that makes the writing of the paper a',
      'little less work for everybody. This guide says',
      'how to do that in a few words, and what else is',
      'to be found in the file and where it is needed',
      'most of all by those who have not used it yet,',
      'or who want to know what is new in it this time',
      'around.',
    ];
    for (const [row, line] of text.entries()) {
      page.line(`Entry ${'abcdefghij'[row]}`, 40, 100 + row * 12).line(line, 320, 100 + row * 12);
    }
    const html = htmlOf(page);
    assert.doesNotMatch(html, /<table/);
    assert.ok(html.indexOf('Entry j') < html.indexOf('The journal'));
  });

  it('reads columns of short lines at heights of their own one after the other', () => {
    const page = new LayoutPage();
    for (let row = 0; row < 16; row++) {
      page.line(`one ${row}`, 40, 100 + row * 13).line(`two ${row}`, 320, 105 + row * 13.4);
    }
    const html = htmlOf(page);
    assert.doesNotMatch(html, /<table/);
    assert.ok(html.indexOf('one 15') < html.indexOf('two 0'));
  });

  it('leaves out a numbered running line below a wide margin, but not a title that is repeated there', () => {
    const pages = [1, 2, 3, 4].map((number) => {
      const page = new LayoutPage(number);
      page.line(`${number + 10} CHAPTER 2. TREES`, 60, 120);
      page.lines(prose(5), 60, 150);
      return page.page;
    });
    for (const { html } of layoutPages(pages, layoutFacts({}))) assert.doesNotMatch(html, /TREES/);
    const titled = [1, 2, 3, 4].map((number) => {
      const page = new LayoutPage(number);
      page.line('Questions for everybody', 60, 120);
      page.lines(prose(5), 60, 150);
      return page.page;
    });
    for (const { html } of layoutPages(titled, layoutFacts({}))) assert.match(html, /Questions/);
  });

  it('keeps a small line close below a large title out of the title', () => {
    const page = new LayoutPage();
    page.line('Bill', 60, 100, { size: 24 }).line('no. 12', 140, 100, { size: 24 });
    page.line('of the third of the month', 70, 112, { size: 9 });
    page.lines(prose(4), 60, 140);
    const html = htmlOf(page);
    assert.match(html, /of the third of the month/);
    assert.doesNotMatch(html, /<su[bp]>/);
  });

  it('writes the names above an abstract as paragraphs, and never hides the abstract at the lowest level', () => {
    const page = new LayoutPage();
    page.line('A paper about trees', 60, 80, { size: 18 });
    page.line('Anna Oak', 60, 110, { font: BOLD, size: 12 }).line('University of Elm', 60, 124);
    page.line('Bert Ash', 60, 150, { font: BOLD, size: 12 }).line('University of Fir', 60, 164);
    page.line('Abstract', 60, 190, { font: BOLD });
    page.lines(prose(4), 60, 206);
    page.line('1 Trees', 60, 280, { font: BOLD, size: 13 });
    page.lines(prose(4), 60, 296);
    assert.deepEqual(htmlOf(page).match(/<h\d>[^<]*/g), [
      '<h1>A paper about trees',
      '<h2>Abstract',
      '<h2>1 Trees',
    ]);
  });

  it('joins lines that are set wider than the rest of the page', () => {
    const page = new LayoutPage();
    const lines = prose(4, 'wide').map((line) => line.replace(/\.$/, ''));
    for (const [index, line] of lines.entries()) page.line(line, 60, 100 + index * 18);
    page.lines(prose(12, 'usual'), 60, 220);
    assert.equal(htmlOf(page).match(/<p>/g)?.length, 2);
  });

  it('keeps the parts of a fraction in one block', () => {
    const page = new LayoutPage();
    const math = { font: { ...MONO, name: 'CMMI10', isMonospaced: false, isItalic: true } };
    const small = { ...math, size: 8 };
    page.line('a + b + d', 120, 99, small).line('y =', 60, 105, math).line('c + e', 130, 111, small);
    assert.equal(htmlOf(page).match(/<p>/g)?.length, 1);
  });

  it('takes the mark of a note that stands apart from its text', () => {
    const page = new LayoutPage();
    page.lines(prose(4), 60, 100);
    page.line('See there', 60, 148).word('1', 106, 144, { size: 6 });
    page.word('1', 60, 780, { size: 5.5 });
    page.line('https://example.org/', 69, 783, { size: 7, font: MONO });
    assert.match(htmlOf(page), /<li id="fn1-1">/);
  });

  it('reads the right column first where the text runs from right to left', () => {
    const page = new LayoutPage();
    for (let row = 0; row < 10; row++) {
      const rtl = { isRtl: true };
      page.line('שלום עולם וכל אשר בו ועוד כמה מילים', 550, 100 + row * 12, rtl);
      page.line('טקסט אחר של העמודה השנייה בעמוד הזה', 280, 100 + row * 12, rtl);
    }
    const html = htmlOf(page);
    assert.ok(html.indexOf('שלום עולם') >= 0);
    assert.ok(html.lastIndexOf('שלום') < html.indexOf('טקסט'));
  });

  it('keeps the titles of slides that repeat, apart from the running head beside them', () => {
    const titles = ['Where we stand', 'Where we stand', 'Where we stand', 'What comes next'];
    const pages = titles.map((title, index) => {
      const page = new LayoutPage(index + 1, 720, 405);
      page.line(title, 50, 40, { size: 28 }).line('Mill & Sons', 600, 40, { size: 9 });
      page
        .line('Growth in the north', 50, 110, { size: 16 })
        .line('Other contractors', 50, 150, { size: 16 });
      return page.line(`${index + 1}`, 660, 395, { size: 9 }).page;
    });
    const laidOut = layoutPages(pages, layoutFacts({ totalPages: 4 }));
    for (const [index, title] of titles.entries()) {
      const html = laidOut[index]!.html;
      assert.ok(html.startsWith(`<h1>${title}</h1>`), html);
      assert.doesNotMatch(html, /Sons/);
    }
  });

  it('keeps the items of a list apart whose bullets were not read', () => {
    const page = new LayoutPage();
    page.lines(prose(4), 60, 80);
    page.lines(['• Product line, net', 'Payments to employees', '• Order book'], 70, 150);
    assert.match(
      htmlOf(page).replace(/\n/g, ''),
      /<li>Product line, net<\/li><li>Payments to employees<\/li><li>Order book<\/li>/,
    );
  });

  it('gives levels by size, and by the outline where the file has one', () => {
    const build = (): LayoutPage => {
      const page = new LayoutPage();
      page.line('The whole report', 60, 80, { size: 20 });
      page.lines(prose(3), 60, 120);
      page.line('A chapter of it', 60, 180, { size: 15 });
      page.lines(prose(3), 60, 200);
      page.line('A part of the chapter', 60, 270, { font: BOLD });
      page.lines(prose(3), 60, 284);
      return page;
    };
    const levels = (html: string): string[] => html.match(/<h\d/g) ?? [];
    assert.deepEqual(levels(htmlOf(build())), ['<h1', '<h2', '<h3']);
    const outline = [
      { title: 'The whole report', level: 1, page: 1, top: 70 },
      { title: 'A part of the chapter', level: 2, page: 1, top: 260 },
    ];
    assert.deepEqual(levels(htmlOf(build(), { outline })), ['<h1', '<h2', '<h2']);
  });

  it('nests lists by their indents and keeps the lines of an item together', () => {
    const page = new LayoutPage();
    page.lines(prose(3), 60, 100);
    page.line('• The first item of the list that goes on', 70, 150).line('over a second line', 80, 162);
    page.line('1. An inner item', 90, 174).line('2. Another inner item', 90, 186);
    page.line('• The last item', 70, 198);
    assert.match(
      htmlOf(page),
      /<ul><li>The first item of the list that goes on over a second line<ol><li>An inner item<\/li><li>Another inner item<\/li><\/ol><\/li><li>The last item<\/li><\/ul>$/,
    );
  });

  it('leaves out running lines and page numbers, but lists them as blocks', () => {
    const pages = Array.from({ length: 6 }, (_, index) => {
      const page = new LayoutPage(index + 1);
      page.line('Annual report of the company', 60, 40, { size: 8 });
      page.lines(prose(20, `text${index}`), 60, 100);
      page.line(`- ${index + 1} -`, 290, 810, { size: 8 });
      return page.page;
    });
    const laidOut = layoutPages(pages, layoutFacts({ totalPages: 6 }));
    for (const { html, blocks } of laidOut) {
      assert.doesNotMatch(html, /Annual|- \d -/);
      const types = blocks.map(({ type, html: own }) => `${type} ${own === ''}`);
      assert.deepEqual([types.at(0), types.at(-1)], ['header true', 'footer true']);
    }
  });

  it('joins a paragraph that goes on on the next page, also between two calls', () => {
    const build = (number: number, texts: string[]): LayoutPage => {
      const page = new LayoutPage(number);
      page.lines(texts, 60, 100);
      return page;
    };
    const layout = createLayout(layoutFacts({ totalPages: 2 }));
    const first = layout.add([build(1, ['A sentence that is long and does not end on its own']).page]);
    const second = layout.add([build(2, ['page but on the next one. And more.']).page]);
    const all = [...first, ...second, ...layout.finish()];
    assert.deepEqual(
      all.map(({ html }) => html),
      ['<p>A sentence that is long and does not end on its own page but on the next one. And more.</p>', ''],
    );
  });

  it('links raised marks with the notes at the foot of the page', () => {
    const page = new LayoutPage();
    page.line('A claim', 60, 100);
    page.word('1', 95.5, 96, { size: 6 }).hasSpaceBefore = false;
    page.lines(prose(30), 60, 112);
    page.word('1', 60, 776, { size: 5 });
    page.line('What the claim is based on.', 64, 780, { size: 8 });
    const html = htmlOf(page);
    assert.match(html, /A claim<sup><a href="#fn1-1" id="fnref1-1">1<\/a><\/sup>/);
    assert.match(html, /<ol><li id="fn1-1">What the claim is based on\.<\/li><\/ol>$/);
  });

  it('keeps the lines and indents of code', () => {
    const page = new LayoutPage();
    page.lines(prose(4), 60, 100);
    page.line('if (ready) {', 60, 170, { font: MONO }).line('start();', 80, 182, { font: MONO });
    page.line('}', 60, 194, { font: MONO });
    assert.match(htmlOf(page), /<pre><code>if \(ready\) \{\n {4}start\(\);\n\}<\/code><\/pre>$/);
  });

  it('writes a table of contents as a list without its dots', () => {
    const page = new LayoutPage();
    page.line('Introduction .......................... 1', 60, 100);
    page.line('Methods and more .................. 12', 60, 112);
    assert.equal(htmlOf(page), '<ul><li>Introduction 1</li><li>Methods and more 12</li></ul>');
  });

  it('shows what is filled into forms beside its label', () => {
    const page = new LayoutPage();
    page.line('Surname:', 60, 100).line('I agree', 80, 130);
    const field = { name: '', isChecked: false, value: '' };
    page.page.fields.push(
      { ...field, kind: 'text', value: 'Miller', box: { left: 110, right: 250, top: 90, bottom: 104 } },
      { ...field, kind: 'checkbox', isChecked: true, box: { left: 60, right: 72, top: 120, bottom: 132 } },
    );
    assert.match(htmlOf(page), /Surname: Miller[^]*\[x\] I agree/);
  });

  it('turns a page whose text runs upwards', () => {
    const upright = new LayoutPage(1, 842, 595);
    upright.lines(prose(6), 60, 100);
    const page = new LayoutPage(1, 595, 842);
    for (const word of upright.page.words) {
      const { left, right, top, bottom } = word.box;
      // Turned by 270 degrees clockwise: what was left is at the bottom.
      page.page.words.push({
        ...word,
        angle: 270,
        box: { left: top, right: bottom, top: 842 - right, bottom: 842 - left },
      });
    }
    assert.equal(htmlOf(page), htmlOf(upright));
  });

  it('writes only links that are safe', () => {
    const page = new LayoutPage();
    page.line('See the manual or the script', 60, 100);
    const box = (
      left: number,
      right: number,
    ): { left: number; right: number; top: number; bottom: number } => ({
      left,
      right,
      top: 90,
      bottom: 104,
    });
    page.page.links.push(
      { box: box(99, 131), url: 'https://example.org/?a=1&b="2"', page: undefined },
      { box: box(169, 201), url: 'javascript:alert(1)', page: undefined },
    );
    assert.equal(
      htmlOf(page),
      '<p>See the <a href="https://example.org/?a=1&amp;b=&quot;2&quot;">manual</a> or the script</p>',
    );
  });

  it('survives pages without text, without size and with very many words', async () => {
    const empty = new LayoutPage(1);
    const flat = new LayoutPage(2, 0, 0).line('Text.', 0, 0);
    await assertLinear(20_000, (size) => {
      const many = new LayoutPage(3);
      for (let index = 0; index < size; index++) many.word('x', (index * 7) % 590, (index % 800) + 10);
      return () => {
        const laidOut = layoutPages([empty.page, flat.page, many.page], layoutFacts({ totalPages: 3 }));
        assert.deepEqual(
          laidOut.map(({ html }) => html.length > 0),
          [false, true, true],
        );
      };
    });
  });
});
