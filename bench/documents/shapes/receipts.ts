import { escapeText } from '../../../src/readers/markup.ts';
import { Sheet, type Shape } from './sheet.ts';

/** A till receipt: who, when, numbered or plain goods with prices, sums, thanks. */
export function makeReceipt(seed: number): Shape {
  const width = [2.9, 3.4, 5.83, 8.27][seed % 4]!;
  const sheet = new Sheet(
    { genre: 'receipt', seed, paper: [width, width < 4 ? 9 : 11.69], margin: 0.3 },
    [7, 10],
  );
  const { random, words } = sheet;
  const isNarrow = width < 4;
  const isMonospaced = isNarrow && random.chance(0.5);
  if (isMonospaced) sheet.css("body { font-family: 'DejaVu Sans Mono'; font-size: 7pt; }");
  const head = random.chance(0.6) ? 'style="text-align:center"' : '';
  sheet.line(random.pick(words.companies), head);
  sheet.line(sheet.value('street'), head);
  sheet.line(sheet.value('town'), head);
  sheet.line(sheet.value('phone'), head);
  sheet.space();
  writeFacts(sheet);
  sheet.space();
  writeGoods(sheet);
  writeSums(sheet);
  sheet.space();
  for (const text of sheet.some(words.thanks, random.int(1, 3))) sheet.line(text, head);
  return sheet.build();
}

function writeFacts(sheet: Sheet): void {
  const { random, words } = sheet;
  const look = random.int(0, 2);
  for (const [label, kind] of sheet.some(words.facts, random.int(3, words.facts.length))) {
    const value = sheet.value(kind);
    if (look === 0) sheet.line(`${label}: ${value}`);
    else if (look === 1) sheet.ends(label, value);
    else {
      sheet.lines.push([label, value]);
      sheet.html(
        `<div><span style="display:inline-block;min-width:9em;white-space:nowrap">${escapeText(label)}</span>${escapeText(value)}</div>`,
      );
    }
  }
}

function writeGoods(sheet: Sheet): void {
  const { random, words } = sheet;
  const isNumbered = random.chance(0.35);
  const hasRule = random.chance(0.4);
  if (hasRule) sheet.html('<div style="border-top:0.6pt solid #000;margin:0.3em 0"></div>');
  const count = random.int(3, 9);
  for (let index = 1; index <= count; index++) {
    const name = random.pick(words.goods);
    const text = isNumbered
      ? `${index}. ${name}`
      : random.chance(0.5)
        ? `${random.int(1, 4)} x ${name}`
        : name;
    sheet.ends(text, sheet.money(4_000));
  }
  if (hasRule) sheet.html('<div style="border-top:0.6pt solid #000;margin:0.3em 0"></div>');
  else if (random.chance(0.5)) sheet.space();
}

function writeSums(sheet: Sheet): void {
  const { random, words } = sheet;
  const isRight = random.chance(0.3);
  const last = words.sums.at(-1)!;
  for (const label of words.sums.slice(random.int(0, 1))) {
    const bold = label === last && random.chance(0.5) ? 'font-weight:bold;' : '';
    if (isRight) sheet.line(`${label} ${sheet.money()}`, `style="${bold}text-align:right"`);
    else sheet.ends(label, sheet.money(), `style="${bold}"`);
  }
}
