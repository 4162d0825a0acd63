import { escapeText } from '../../../src/readers/markup.ts';
import { phrase } from '../generate/register.ts';
import { Sheet, type Shape } from './sheet.ts';

/** Prose and tables whose rows stand as close as lines, with few rules or none. */
export function makeTightTable(seed: number): Shape {
  const sheet = new Sheet({ genre: 'table', seed, paper: [8.27, 11.69], margin: 0.8 }, [7, 10]);
  const { random } = sheet;
  const padding = random.int(8, 22) / 10;
  sheet.css(
    `td, th { padding: 0 ${padding}em 0 0; } .n { text-align: right; } th { font-weight: ${random.pick(['bold', 'normal'])}; } p { margin-bottom: 1em; } table { margin-bottom: 1.2em; }`,
  );
  sheet.paragraph();
  for (let count = random.int(1, 2); count > 0; count--) {
    writeTable(sheet);
    sheet.paragraph(1, 3);
  }
  return sheet.build();
}

/** Also for pages that are scanned afterwards. */
export function writeTable(sheet: Sheet, attributes = ''): void {
  const { random, words } = sheet;
  const columns = random.int(3, 5);
  const names = [words.columns[0]!, ...sheet.some(words.columns.slice(1), columns - 1)];
  const digits = random.int(0, 2);
  const rows: string[][] = [names];
  for (let count = random.int(3, 9); count > 0; count--) {
    const name = random.chance(0.5) ? random.pick(words.goods) : phrase(words.register, random);
    const numbers = Array.from({ length: columns - 1 }, () =>
      digits === 0 ? `${random.int(3, 980)}` : sheet.money(90_000),
    );
    rows.push([name, ...numbers]);
  }
  sheet.html(`<table ${attributes}>`);
  for (const [index, row] of rows.entries()) {
    const name = index === 0 ? 'th' : 'td';
    const cells = row.map(
      (text, at) => `<${name}${at === 0 ? '' : ' class="n"'}>${escapeText(text)}</${name}>`,
    );
    sheet.html(`<tr>${cells.join('')}</tr>`);
    sheet.rows.push(row);
  }
  sheet.html('</table>');
}
