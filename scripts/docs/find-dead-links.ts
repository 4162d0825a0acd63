import path from 'node:path';

import type { MarkdownDocument, TextAt } from './read-markdown.ts';

/** The files that links may lead to. */
export interface KnownPlaces {
  /** Whether there is a file or folder of this path. */
  exists(path: string): boolean;
  /** The anchors of a Markdown document that is checked too; undefined for any other file. */
  anchorsOf(path: string): ReadonlySet<string> | undefined;
}

/** Finds links of a document to files that are not there, and to headings that no document has. */
export function findDeadLinks(document: MarkdownDocument, places: KnownPlaces): TextAt[] {
  return document.links
    .filter(({ text }) => !/^[a-z]+:/.test(text))
    .flatMap(({ text, line }) => {
      const [file = '', anchor] = text.split('#');
      const target = file === '' ? document.path : path.join(path.dirname(document.path), file);
      if (!places.exists(target)) return [{ text: `the link leads nowhere: ${text}`, line }];
      const isDead = anchor !== undefined && places.anchorsOf(target)?.has(anchor) === false;
      return isDead ? [{ text: `the link leads to no heading: ${text}`, line }] : [];
    });
}
