import { escapeText } from '../../../src/readers/markup.ts';
import { phrase, sentence } from '../generate/register.ts';
import { Sheet, type Shape } from './sheet.ts';

/** Slides: a title, perhaps beside the running head or repeated, lists or short lines, a foot with the number. */
export function makeDeck(seed: number): Shape {
  const paper = seed % 3 === 0 ? ([10, 7.5] as const) : ([13.33, 7.5] as const);
  const sheet = new Sheet({ genre: 'slides', seed, paper, margin: 0 }, [15, 20]);
  const { random, words } = sheet;
  const head = random.pick(words.companies);
  const isBeside = random.chance(0.5);
  const scale = random.int(14, 20) / 10;
  const colour = random.pick(['#000', '#1a4a7a', '#803020']);
  const weight = random.pick(['bold', 'normal']);
  sheet.css(
    `.slide { box-sizing: border-box; width: ${paper[0]}in; height: 7.49in; padding: 0.5in 0.7in; break-after: page; position: relative; } .title { font-size: ${scale}em; font-weight: ${weight}; color: ${colour}; margin-bottom: 0.7em; line-height: 1.2; } .head { font-size: 0.6em; } .foot { position: absolute; left: 0.7in; right: 0.7in; bottom: 0.3in; font-size: 0.6em; display: flex; justify-content: space-between; } ul { margin: 0 0 0.6em; } .ends { align-items: baseline; }`,
  );
  const count = random.int(4, 9);
  let title = '';
  for (let index = 1; index <= count; index++) {
    if (title === '' || !random.chance(0.3)) title = titleOf(sheet);
    sheet.html('<div class="slide">');
    writeTitle(sheet, title, isBeside ? head : '');
    sheet.titles.push(title);
    writeContent(sheet);
    sheet.html(`<div class="foot"><span>${escapeText(head)}</span><span>${index}</span></div></div>`);
  }
  return sheet.build();
}

function titleOf({ words, random }: Sheet): string {
  const { register } = words;
  return phrase(random.chance(0.5) ? { ...register, phrases: register.headings } : register, random);
}

function writeTitle(sheet: Sheet, title: string, head: string): void {
  const text = `<span class="title">${escapeText(title)}</span>`;
  sheet.html(
    head === ''
      ? `<div class="title">${escapeText(title)}</div>`
      : `<div class="ends" style="margin-bottom:1em">${text}<span class="head">${escapeText(head)}</span></div>`,
  );
}

function writeContent(sheet: Sheet): void {
  const { random, words } = sheet;
  const kind = random.int(0, 3);
  if (kind === 0) {
    for (let count = random.int(3, 6); count > 0; count--) {
      const text = phrase(words.register, random);
      sheet.line(text, 'style="margin-bottom:0.25em"');
    }
    return;
  }
  if (kind === 1) sheet.paragraph(1, 2);
  sheet.html('<ul>');
  for (let count = random.int(3, 5); count > 0; count--) {
    const text = random.chance(0.6) ? phrase(words.register, random) : sentence(words.register, random);
    sheet.lines.push([text]);
    sheet.html(`<li>${escapeText(text)}</li>`);
  }
  sheet.html('</ul>');
}
