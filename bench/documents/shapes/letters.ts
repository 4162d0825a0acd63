import { Sheet, type Shape } from './sheet.ts';

/** A letter: sender, addressee, date, a subject, prose, a name below; addresses are short lines that belong apart. */
export function makeLetter(seed: number): Shape {
  const sheet = new Sheet({ genre: 'letter', seed, paper: [8.27, 11.69], margin: [0.8, 1, 1.2][seed % 3]! });
  const { random, words } = sheet;
  const right = random.chance(0.5) ? 'style="text-align:right"' : '';
  writeAddress(sheet, right);
  if (random.chance(0.4)) sheet.line(sheet.value('phone'), right);
  if (random.chance(0.4)) sheet.line(sheet.value('mail'), right);
  sheet.space();
  sheet.space();
  writeAddress(sheet, '');
  sheet.space();
  sheet.line(sheet.value('date'), random.chance(0.5) ? right : '');
  if (random.chance(0.5)) writeReferences(sheet);
  sheet.space();
  sheet.line(random.pick(words.salutations));
  sheet.space();
  for (let count = random.int(1, 4); count > 0; count--) sheet.paragraph();
  sheet.line(random.pick(words.closings));
  if (random.chance(0.6)) sheet.html('<div style="height:3em"></div>');
  sheet.line(random.pick(words.people));
  if (random.chance(0.5)) sheet.line(random.pick(words.companies));
  return sheet.build();
}

function writeAddress(sheet: Sheet, attributes: string): void {
  const { random, words } = sheet;
  if (random.chance(0.7)) sheet.line(random.pick(words.companies), attributes);
  sheet.line(random.pick(words.people), attributes);
  sheet.line(sheet.value('street'), attributes);
  sheet.line(sheet.value('town'), attributes);
}

function writeReferences(sheet: Sheet): void {
  const { random, words } = sheet;
  sheet.space();
  for (const [label, kind] of sheet.some(words.fields, random.int(2, 4)))
    sheet.line(`${label}: ${sheet.value(kind)}`);
}
