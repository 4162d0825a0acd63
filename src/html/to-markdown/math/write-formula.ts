import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import type { MarkdownWriter } from '../writer.ts';
import type { Formula } from './find-formula.ts';
import { mathmlToTex } from './mathml-to-tex.ts';

const TEX_ENCODING = /tex/i;
const DISPLAY_STYLE = /^\{\\(?:display|text)style\s*([^]*)\}$/;

/** A formula as TeX between dollar signs, once, however many times the page holds it. */
export function writeFormula(writer: MarkdownWriter, { source, isDisplay }: Formula): void {
  const tex = texOf(writer.tree, source);
  if (tex === '') return;
  if (!isDisplay) {
    writer.atom(`$${forPlace(writer, tex)}$`, true);
  } else if (writer.isInFlow) {
    writer.block(`$$\n${tex.replace(/\n\s*\n/g, '\n')}\n$$`);
  } else {
    writer.boundary();
    writer.atom(`$$${forPlace(writer, tex)}$$`, true);
    writer.boundary();
  }
}

/** On one line, and without the pipes that would end a cell. */
function forPlace(writer: MarkdownWriter, tex: string): string {
  const line = tex.replace(/\s+/g, ' ');
  return writer.place === 'cell' ? line.replaceAll('\\|', '\\Vert ').replaceAll('|', '\\vert ').trim() : line;
}

/** The TeX that the page brings along as script, annotation or alternative text; else the MathML put into TeX. */
function texOf(tree: Tree, source: number): string {
  if (tree.tag[source] === tags.SCRIPT) return clean(textOf(tree, source));
  const end = tree.end[source]!;
  for (let node = source + 1; node < end; node++) {
    const isTex =
      tree.tag[node] === tags.ANNOTATION && TEX_ENCODING.test(tree.attribute(node, 'encoding') ?? '');
    if (isTex) return clean(textOf(tree, node));
  }
  const alternative = tree.attribute(source, 'alttext');
  return clean(alternative ?? mathmlToTex(tree, source));
}

function clean(tex: string): string {
  const bare = tex
    .trim()
    .replace(/^<!\[CDATA\[|\]\]>$/g, '')
    .trim();
  // Not a tag, for readers without mathematics.
  return (DISPLAY_STYLE.exec(bare)?.[1] ?? bare).trim().replace(/<(?=[A-Za-z/!?])/g, '< ');
}

function textOf(tree: Tree, element: number): string {
  const texts: string[] = [];
  for (let node = element + 1; node < tree.end[element]!; node++) {
    if (tree.tag[node] === tags.TEXT) texts.push(tree.text(node));
  }
  return texts.join('');
}
