import type { MarkdownWriter } from '../writer.ts';
import type { Formula } from './find-formula.ts';
import { displayFormula, inlineFormula } from './formula-text.ts';

/** A formula as TeX between dollar signs, once, however many times the page holds it. */
export function writeFormula(writer: MarkdownWriter, { tex: read, isDisplay }: Formula): void {
  const tex = read();
  if (tex === '') return;
  if (!isDisplay) {
    writer.atom(inlineFormula(tex, writer.place === 'cell'), true);
  } else if (writer.isInFlow) {
    writer.block(displayFormula(tex));
  } else {
    writer.boundary();
    writer.atom(`$${inlineFormula(tex, writer.place === 'cell')}$`, true);
    writer.boundary();
  }
}
