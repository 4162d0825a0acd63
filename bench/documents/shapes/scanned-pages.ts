import { escapeText } from '../../../src/readers/markup.ts';
import { phrase } from '../generate/register.ts';
import { Sheet, type Shape } from './sheet.ts';
import { writeTable } from './tight-tables.ts';

/** A page to be scanned: a title, prose, a list, tables with rules or without, short lines. */
export function makeScannedPage(seed: number): Shape {
  const sheet = new Sheet({ genre: 'scan', seed, paper: [8.27, 11.69], margin: 0.9 }, [9, 12]);
  const { random, words } = sheet;
  const isRuled = seed % 3 !== 0;
  sheet.css(
    `td, th { padding: 0.25em 1em 0.25em 0.4em; ${isRuled ? 'border: 0.8pt solid #222;' : ''} } .n { text-align: right; } table { margin: 0.4em 0 1em; }`,
  );
  sheet.line(
    phrase({ ...words.register, phrases: words.register.headings }, random),
    'style="font-size:1.6em;font-weight:bold;margin-bottom:0.5em"',
  );
  sheet.paragraph(3, 5);
  writeTable(sheet);
  sheet.html('<ul>');
  for (let count = random.int(3, 5); count > 0; count--) {
    const text = phrase(words.register, random);
    sheet.lines.push([text]);
    sheet.html(`<li>${escapeText(text)}</li>`);
  }
  sheet.html('</ul>');
  sheet.paragraph(2, 4);
  for (const [label, kind] of sheet.some(words.fields, 3)) sheet.line(`${label}: ${sheet.value(kind)}`);
  return sheet.build();
}
