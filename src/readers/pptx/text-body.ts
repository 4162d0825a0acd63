import type { Relationships } from '../ooxml/relationships.ts';
import { childOf, childrenOf, isElement, type XmlElement } from '../xml/xml-element.ts';
import { paragraphHtml } from './text-runs.ts';

const MAX_LEVEL = 8;

type ListKind = 'ul' | 'ol';

/** Says of a level whether paragraphs without a mark of their own have one. */
export type BulletOf = (level: number) => ListKind | 'none';

interface OpenList {
  level: number;
  kind: ListKind;
}

/** Paragraphs of a text body (ECMA-376 part 1, section 21.1.2.1): those with bullets or numbers as nested lists. */
export function textBodyHtml(body: XmlElement | undefined, links: Relationships, bulletOf: BulletOf): string {
  const parts: string[] = [];
  const open: OpenList[] = [];
  const closeList = (): void => {
    parts.push(`</li></${open.pop()!.kind}>`);
  };
  for (const paragraph of childrenOf(body, 'a:p')) {
    const html = paragraphHtml(paragraph, links);
    if (html === '') continue;
    const properties = childOf(paragraph, 'a:pPr');
    const level = levelOf(properties);
    const kind =
      bulletIn(properties) ?? bulletIn(levelStyle(childOf(body, 'a:lstStyle'), level)) ?? bulletOf(level);
    if (kind === 'none') {
      while (open.length > 0) closeList();
      parts.push(`<p>${html}</p>`);
      continue;
    }
    while (open.length > 0 && open.at(-1)!.level > level) closeList();
    if (open.at(-1)?.level === level && open.at(-1)!.kind !== kind) closeList();
    if (open.at(-1)?.level === level) parts.push('</li>');
    else {
      open.push({ level, kind });
      parts.push(`<${kind}${kind === 'ol' ? startOf(properties) : ''}>`);
    }
    parts.push(`<li>${html}`);
  }
  while (open.length > 0) closeList();
  return parts.join('');
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

function startOf(properties: XmlElement | undefined): string {
  const start = Number(childOf(properties, 'a:buAutoNum')?.attributes['startAt'] ?? 1);
  return Number.isInteger(start) && start > 1 ? ` start="${start}"` : '';
}
