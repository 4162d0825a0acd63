import { takeCells, type CellBudget } from './workbook.ts';

/** Collects the paragraphs of the text boxes and shapes of one sheet, as far as the workbook has room for them. */
export class BoxTexts {
  readonly paragraphs: string[] = [];
  /** There was more than could be read. */
  isCut = false;
  readonly #budget: CellBudget;

  constructor(budget: CellBudget) {
    this.#budget = budget;
  }

  /** Adds a paragraph, whose lines are parted by LF; a blank one is passed over. */
  add(paragraph: string): void {
    const text = paragraph.trim();
    if (text === '') return;
    if (takeCells(this.#budget, 1, text.length)) this.paragraphs.push(text);
    else this.isCut = true;
  }
}
