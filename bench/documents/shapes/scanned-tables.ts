import { escapeText } from '../../../src/readers/markup.ts';
import type { Random } from '../../pages/random.ts';
import { phrase, writeNumber } from '../generate/register.ts';
import { Sheet, type Shape } from './sheet.ts';

const FONTS = [
  "'DejaVu Sans'",
  "'DejaVu Serif'",
  "'DejaVu Sans Mono'",
  "'Open Sans'",
  "'Nimbus Roman'",
  "'Nimbus Sans'",
  "'Nimbus Sans Narrow'",
  "'P052'",
  "'URW Gothic'",
  "'Noto Mono'",
];

/** How a table is drawn, as rules of a style sheet. */
const DRAWINGS: readonly string[] = [
  '',
  'tr { border-bottom: 0.5pt solid #333; }',
  'thead { border-bottom: 1pt solid #000; }',
  'td, th { border: 0.7pt solid #222; }',
  'table { border-top: 1.2pt solid #000; border-bottom: 1.2pt solid #000; } thead { border-bottom: 0.6pt solid #000; }',
  'td + td, th + th { border-left: 0.6pt solid #333; } thead { border-bottom: 0.6pt solid #333; }',
  'tbody tr:nth-child(odd) { background: #e4e4e4; }',
  'td, th { border: 0.5pt dotted #555; }',
];

const KINDS = ['count', 'digit', 'money', 'share', 'date', 'word'] as const;
type ColumnKind = (typeof KINDS)[number];

/** A page that is scanned: tables of many looks between lines of prose. */
export function makeScannedTables(seed: number): Shape {
  const sheet = new Sheet({ genre: 'scan-table', seed, paper: [8.27, 11.69], margin: 0.9 }, [8, 12]);
  const { random } = sheet;
  sheet.css(
    `body { font-family: ${random.pick(FONTS)}; } td, th { padding: ${random.int(2, 8) / 20}em ${random.int(4, 20) / 20}em; } th { font-weight: ${random.pick(['bold', 'bold', 'normal'])}; } table { margin: 0.4em 0 1.4em; } ${random.pick(DRAWINGS)}`,
  );
  sheet.paragraph(2, 3);
  for (let count = random.int(1, 2); count > 0; count--) {
    addTable(sheet);
    sheet.paragraph(2, 3);
  }
  return sheet.build();
}

function addTable(sheet: Sheet): void {
  const { random, words } = sheet;
  const columns = random.int(2, 6);
  const kinds = Array.from({ length: columns - 1 }, () => random.pick(KINDS));
  const sides = kinds.map((kind) =>
    kind === 'word' ? 'left' : random.pick(['right', 'right', 'center', 'left']),
  );
  const names = [words.columns[0]!, ...sheet.some(words.columns.slice(1), columns - 1)];
  sides.length = names.length - 1;
  const cell = (name: string, text: string, index: number): string =>
    `<${name} style="text-align:${index === 0 ? 'left' : sides[index - 1]}">${escapeText(text)}</${name}>`;
  const write = (name: string, row: string[]): void => {
    sheet.html(`<tr>${row.map((text, index) => cell(name, text, index)).join('')}</tr>`);
    sheet.rows.push(row);
  };
  sheet.html('<table><thead>');
  write('th', names);
  sheet.html('</thead><tbody>');
  for (let count = random.int(3, 12); count > 0; count--) {
    const name = random.chance(0.6) ? random.pick(words.goods) : phrase(words.register, random);
    write('td', [name, ...kinds.slice(0, names.length - 1).map((kind) => valueOf(kind, sheet, random))]);
  }
  sheet.html('</tbody></table>');
}

function valueOf(kind: ColumnKind, sheet: Sheet, random: Random): string {
  const { numbers } = sheet.words.register;
  switch (kind) {
    case 'count':
      return writeNumber(random.int(10, 9_800), numbers);
    case 'digit':
      return `${random.int(1, 30)}`;
    case 'money':
      return sheet.money(90_000);
    case 'share':
      return `${writeNumber(random.int(3, 990) / 10, numbers, 1)}%`;
    case 'date':
      return `${random.int(10, 28)}.${random.int(10, 12)}.${random.int(1990, 2026)}`;
    case 'word':
      return random.pick(sheet.words.towns).split(/[ ,]/)[0]!;
  }
}
