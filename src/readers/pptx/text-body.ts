import type { Relationships } from '../ooxml/relationships.ts';
import { OutputBudget } from '../html-writer/output-budget.ts';
import { ListNumbers } from '../slides/list-numbers.ts';
import { TEXT_ROLE } from '../text-document/paragraph-role.ts';
import { TextDocumentWriter } from '../text-document/text-document-writer.ts';
import { TextRuns } from '../text-document/text-runs.ts';
import { childOf, childrenOf, isElement, type XmlElement } from '../xml/xml-element.ts';
import { readRuns } from './text-runs.ts';

const MAX_LEVEL = 8;

type ListKind = 'ul' | 'ol';

/** Says of a level whether paragraphs without a mark of their own have one. */
export type BulletOf = (level: number) => ListKind | 'none';

/** Paragraphs of a text body (ECMA-376 part 1, section 21.1.2.1): those with bullets or numbers as nested lists. */
export function textBodyHtml(body: XmlElement | undefined, links: Relationships, bulletOf: BulletOf): string {
  return writeBody(body, links, { bulletOf, isCell: false }).finish();
}

/** The same for a cell, whose paragraphs have no marks but their own. */
export function cellBodyHtml(body: XmlElement | undefined, links: Relationships): string {
  return writeBody(body, links, { bulletOf: () => 'none', isCell: true }).finishCell().html;
}

function writeBody(
  body: XmlElement | undefined,
  links: Relationships,
  { bulletOf, isCell }: { bulletOf: BulletOf; isCell: boolean },
): TextDocumentWriter {
  const budget = new OutputBudget();
  const writer = new TextDocumentWriter(budget, isCell);
  const numbers = new ListNumbers();
  for (const paragraph of childrenOf(body, 'a:p')) {
    const runs = new TextRuns(budget);
    readRuns(paragraph, links, runs);
    if (runs.isEmpty) continue;
    const properties = childOf(paragraph, 'a:pPr');
    const level = levelOf(properties);
    const kind =
      bulletIn(properties) ?? bulletIn(levelStyle(childOf(body, 'a:lstStyle'), level)) ?? bulletOf(level);
    writer.paragraph({ role: TEXT_ROLE, runs, mark: numbers.next(kind, level, startOf(properties)) });
  }
  return writer;
}

/** The mark that properties of a paragraph name; undefined when they leave it to what they inherit from. */
export function bulletIn(properties: XmlElement | undefined): ListKind | 'none' | undefined {
  for (const child of properties?.children ?? []) {
    if (!isElement(child)) continue;
    if (child.name === 'a:buNone') return 'none';
    if (child.name === 'a:buAutoNum') return 'ol';
    if (child.name === 'a:buChar' || child.name === 'a:buBlip') return 'ul';
  }
  return undefined;
}

/** Properties that a list style has for a level from 0. */
export function levelStyle(style: XmlElement | undefined, level: number): XmlElement | undefined {
  return childOf(style, `a:lvl${level + 1}pPr`);
}

function levelOf(properties: XmlElement | undefined): number {
  const level = Number(properties?.attributes['lvl'] ?? 0);
  return Number.isInteger(level) && level > 0 ? Math.min(level, MAX_LEVEL) : 0;
}

function startOf(properties: XmlElement | undefined): number {
  const start = Number(childOf(properties, 'a:buAutoNum')?.attributes['startAt'] ?? 1);
  return Number.isInteger(start) && start > 1 ? start : 1;
}
