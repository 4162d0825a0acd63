import { escapeText } from '../../../src/readers/markup.ts';
import { phrase, sentences } from '../generate/register.ts';
import { Sheet, type Shape } from './sheet.ts';

/** Fields of one row of a form. */
type Row = readonly (readonly [label: string, value: string])[];

/** A form that was filled in: labels beside or above what was written, in a frame or without one, with instructions. */
export function makeForm(seed: number): Shape {
  const sheet = new Sheet({ genre: 'form', seed, paper: [8.27, 11.69], margin: 0.7 }, [8, 11]);
  const { random, words } = sheet;
  const isFramed = random.chance(0.6);
  sheet.css(
    '.frame { border: 0.8pt solid #000; padding: 0.6em; } .row { display: flex; gap: 1.5em; margin: 0.5em 0; } .row > div { flex: 1; } .small { font-size: 0.75em; } .under { border-bottom: 0.5pt solid #000; display: inline-block; min-width: 9em; } .grid td { border: 0.5pt solid #000; padding: 0.2em 0.4em; }',
  );
  sheet.line(
    phrase({ ...words.register, phrases: words.register.headings }, random),
    'style="font-size:1.5em;font-weight:bold;margin-bottom:0.5em"',
  );
  if (isFramed) sheet.html('<div class="frame">');
  if (random.chance(0.7)) instruct(sheet);
  const fields = sheet.some(words.fields, random.int(5, words.fields.length));
  const values = fields.map(([label, kind]): [string, string] => [label, sheet.value(kind)]);
  const write = [writeBeside, writeAbove, writeGrid, writeLabelled, writeColumns][seed % 5]!;
  write(sheet, values);
  if (random.chance(0.6)) tick(sheet);
  if (random.chance(0.6)) instruct(sheet);
  if (isFramed) sheet.html('</div>');
  return sheet.build();
}

function instruct(sheet: Sheet): void {
  const text = sentences(sheet.words.register, sheet.random, 1, 3);
  sheet.lines.push([text]);
  sheet.html(`<p>${escapeText(text)}</p>`);
}

function inRows(values: Row, count: number): Row[] {
  const rows: Row[] = [];
  for (let index = 0; index < values.length; index += count) rows.push(values.slice(index, index + count));
  return rows;
}

/** `Label: value` with a line below the value; one or two to a row. */
function writeBeside(sheet: Sheet, values: Row): void {
  const sign = sheet.random.pick([':', '']);
  for (const row of inRows(values, sheet.random.int(1, 2))) {
    sheet.html('<div class="row">');
    for (const [label, value] of row) {
      sheet.html(`<div>${escapeText(label)}${sign} <span class="under">${escapeText(value)}</span></div>`);
      sheet.pairs.push([label, value]);
    }
    sheet.html('</div>');
    sheet.lines.push(row.map(([label, value]) => `${label} ${value}`));
  }
}

/** Small labels above or below lines that were written on. */
function writeAbove(sheet: Sheet, values: Row): void {
  for (const row of inRows(values, sheet.random.int(1, 3))) {
    sheet.html('<div class="row">');
    for (const [label, value] of row) {
      sheet.html(
        `<div><div class="small">${escapeText(label)}</div><div style="border-bottom:0.5pt solid #000">${escapeText(value)}</div></div>`,
      );
      sheet.pairs.push([label, value]);
    }
    sheet.html('</div>');
  }
}

/** A grid of boxes, each with its small label and what was written below it. */
function writeGrid(sheet: Sheet, values: Row): void {
  sheet.html('<table class="grid" style="width:100%;table-layout:fixed">');
  for (const row of inRows(values, 2)) {
    sheet.html('<tr>');
    for (const [label, value] of row) {
      sheet.html(`<td><div class="small">${escapeText(label)}</div><div>${escapeText(value)}</div></td>`);
      sheet.pairs.push([label, value]);
    }
    sheet.html('</tr>');
  }
  sheet.html('</table>');
}

/** A ruled table of labels and values. */
function writeLabelled(sheet: Sheet, values: Row): void {
  sheet.html('<table class="grid" style="width:100%">');
  for (const [label, value] of values) {
    sheet.html(`<tr><td style="width:35%">${escapeText(label)}</td><td>${escapeText(value)}</td></tr>`);
    sheet.pairs.push([label, value]);
    sheet.lines.push([label, value]);
  }
  sheet.html('</table>');
}

/** Two columns of labels and values without any rule. */
function writeColumns(sheet: Sheet, values: Row): void {
  const width = sheet.random.int(11, 15);
  const half = Math.ceil(values.length / 2);
  const columns = sheet.random.chance(0.5) ? [values] : [values.slice(0, half), values.slice(half)];
  sheet.html('<div class="row">');
  for (const column of columns) {
    sheet.html('<div>');
    for (const [label, value] of column) {
      sheet.html(
        `<div><span style="display:inline-block;width:${width}em">${escapeText(label)}</span>${escapeText(value)}</div>`,
      );
      sheet.pairs.push([label, value]);
    }
    sheet.html('</div>');
  }
  sheet.html('</div>');
  // Beside one another they are a row of four cells as well as two lines.
  for (let index = 0; index < half && columns.length > 1; index++) {
    sheet.lines.push(
      columns.flatMap((column) => column.slice(index, index + 1).map((field) => field.join(' '))),
    );
  }
  if (columns.length === 1) sheet.lines.push(...values.map(([label, value]) => [label, value]));
}

function tick(sheet: Sheet): void {
  for (const text of sheet.some(sheet.words.choices, sheet.random.int(2, 3))) {
    sheet.lines.push([text]);
    sheet.html(`<div>${sheet.random.chance(0.4) ? '☒' : '☐'} ${escapeText(text)}</div>`);
  }
}
