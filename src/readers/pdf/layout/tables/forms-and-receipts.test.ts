import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { layoutFacts, LayoutPage, prose } from '../../../../../test/support/documents/layout-page.ts';
import { layoutPages } from '../layout-pages.ts';

function htmlOf({ page }: LayoutPage): string {
  return layoutPages([page], layoutFacts())[0]?.html ?? '';
}

describe('rules of forms and receipts', () => {
  it('keeps goods apart that stand between two rules above their sums', () => {
    const page = new LayoutPage(1, 240, 300);
    const rows = ['2 x Notebook', 'Wood glue', 'Paint, white', 'Apple cake', 'Discount', 'Total due'];
    for (const [index, name] of rows.entries()) {
      const y = 60 + index * 12 + (index > 3 ? 8 : 0);
      page.line(name, 20, y).line(`${index + 3}.69`, 180, y);
    }
    page.horizontal(48, 18, 202).horizontal(101, 18, 202);
    const printed = [...htmlOf(page).matchAll(/<tr><t[hd]>(.*?)<\/t[hd]><t[hd]>(.*?)<\/t[hd]><\/tr>/g)];
    assert.deepEqual(
      printed.map(([, name, price]) => [name, price]),
      rows.map((name, index) => [name, `${index + 3}.69`]),
    );
  });

  it('takes a frame around a form for no table', () => {
    const page = new LayoutPage();
    page.horizontal(60, 60, 500).horizontal(260, 60, 500).vertical(60, 60, 260).vertical(500, 60, 260);
    page.lines(prose(3), 70, 80);
    for (const [index, [one, other]] of [
      ['Full name: Ruth Neill', 'E-mail: post@example.org'],
      ['Born: 3 May 1971', 'Policy: 77120'],
      ['Town: Wenfield', 'Employer: Mill Sons'],
    ].entries()) {
      page.line(one!, 70, 150 + index * 20).line(other!, 290, 150 + index * 20);
      page.horizontal(153 + index * 20, 125, 250).horizontal(153 + index * 20, 345, 480);
    }
    page.lines(prose(2, 'remark'), 70, 230);
    const html = htmlOf(page);
    assert.match(html, /^<p>The word goes on [^<]*<\/p>/);
    assert.match(html, /<p>The remark goes on [^<]*<\/p>$/);
    assert.match(html, /Full name: Ruth Neill(?:<\/p>|<\/t[dh]>)/);
  });

  it('takes each of the frames around the parts of a form for no table, and reads columns of sentences one after the other', () => {
    const page = new LayoutPage();
    const sides = [60, 500];
    for (const [top, bottom] of [
      [60, 130],
      [150, 300],
    ] as const) {
      page.horizontal(top, 60, 500).horizontal(bottom, 60, 500);
      for (const side of sides) page.vertical(side, top, bottom);
    }
    page.lines(prose(3), 70, 80);
    const left = [
      'The length is measured over all with',
      'whatever stands out over the bow, or',
      'the stern.',
    ];
    const right = ['The draught is that of the ship when', 'it is loaded in full, as its papers', 'say.'];
    page.lines(left, 70, 175);
    page.lines(right, 290, 175);
    for (const [index, row] of [
      ['Length', 'Draught', 'Sails'],
      ['12.5 m', '1.9 m', 'three'],
    ].entries()) {
      for (const [column, text] of row.entries()) page.line(text, 70 + column * 150, 240 + index * 14);
    }
    const html = htmlOf(page);
    assert.ok(html.includes(`<p>${left.join(' ')}</p>\n<p>${right.join(' ')}</p>`), html);
    assert.match(html, /<tr><t[hd]>Length<\/t[hd]><t[hd]>Draught<\/t[hd]><t[hd]>Sails<\/t[hd]><\/tr>/);
    assert.match(html, /<tr><td>12\.5 m<\/td><td>1\.9 m<\/td><td>three<\/td><\/tr>/);
  });

  it('keeps a sentence that fills its line with its rest, among lines that each say one thing', () => {
    const page = new LayoutPage();
    const sentence = [
      'The harbour takes no care of what is left on board at a',
      'risk that is wholly their own.',
    ];
    page.lines(
      ['Name: Berry', 'Street: Long Lane 12', 'From: 3 June', ...sentence, 'Ship: Esmeralda'],
      60,
      80,
    );
    const html = htmlOf(page);
    assert.ok(html.includes(`<p>From: 3 June</p>\n<p>${sentence.join(' ')}</p>`), html);
  });

  it('tells which boxes are ticked', () => {
    const page = new LayoutPage();
    for (const [index, text] of ['☒ Water', '☐ Power', '☑ A car'].entries())
      page.line(text, 60, 80 + index * 14);
    assert.equal(
      htmlOf(page),
      '<ul><li><input type="checkbox" checked disabled> Water</li><li><input type="checkbox" disabled> Power</li><li><input type="checkbox" checked disabled> A car</li></ul>',
    );
    const row = new LayoutPage();
    row.line('Ship: Esmeralda', 60, 80).line('Length: 12', 300, 80);
    row.line('☒ water', 60, 94).line('☐ power', 180, 94).line('☒ a car', 300, 94);
    assert.match(htmlOf(row), /checked disabled> water ☐ power ☒ a car/);
  });

  it('leaves out ticks that are bullets, and keeps those that answer', () => {
    const bullets = new LayoutPage();
    bullets.lines(['✓ Water', '✓ Power'], 60, 80);
    assert.equal(htmlOf(bullets), '<ul><li>Water</li><li>Power</li></ul>');
    const answers = new LayoutPage();
    answers.lines(['✓ Water', '✗ Power'], 60, 80);
    assert.equal(htmlOf(answers), '<ul><li>✓ Water</li><li>✗ Power</li></ul>');
  });
});
