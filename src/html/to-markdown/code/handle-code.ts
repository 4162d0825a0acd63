import type { Handler } from '../handler.ts';
import { codeLanguage } from './code-language.ts';
import { codeText } from './code-text.ts';
import { fencedCode } from './fenced-code.ts';
import type { MarkdownWriter } from '../writer.ts';

/** `pre` and its old kin: a fenced block; in a cell or heading, where none fits, a code span for each line. */
export const codeBlock: Handler = {
  open(writer, node) {
    return writeCode(writer, node) ? false : writer.boundary();
  },
  close(writer) {
    writer.boundary();
  },
};

export const inlineCode: Handler = {
  open(writer, node) {
    if (writer.code === 0) writer.code = node;
  },
  close(writer, node) {
    if (writer.code === node) writer.code = 0;
  },
};

/** Writes all that an element holds as code; false when that is nothing. */
export function writeCode(writer: MarkdownWriter, node: number): boolean {
  const code = codeText(writer.tree, node, writer.survey);
  if (code === '') return false;
  writer.boundary();
  if (writer.isInFlow) {
    // Some parsers lose the line feeds of a fence that starts a nested list right below text.
    writer.blocks.startLoose();
    writer.block(fencedCode(code, codeLanguage(writer.tree, node, writer.root)));
    return true;
  }
  for (const line of code.split('\n')) {
    if (line.trim() !== '') writer.codeLine(line.trimEnd(), node);
    writer.lineBreak();
  }
  return true;
}
