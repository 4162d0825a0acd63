import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { lexer, type Tokens } from 'marked';
import { DOC_GROUPS, LAST_GROUP } from './doc-groups.ts';

/** A page of the documentation. */
export interface Doc {
  /** Its file in `docs/` without the ending: `crawling`, `decisions/0008-browser-tier`. */
  readonly name: string;
  readonly title: string;
  /** The beginning of its first paragraph, as text; empty when a page begins with something else. */
  readonly summary: string;
  readonly markdown: string;
}

export interface Docs {
  readonly byName: ReadonlyMap<string, Doc>;
  /** Bytes of WebP by the path in `docs/`: `pictures/playground.webp`. */
  readonly pictures: ReadonlyMap<string, Buffer>;
  readonly groups: readonly DocGroup[];
}

interface DocGroup {
  readonly title: string;
  readonly docs: readonly Doc[];
  /** For those who want to know more than how it is used. */
  readonly isOptional: boolean;
}

/** The documentation of the package, in a checkout and in what is installed. */
const FOLDER = fileURLToPath(new URL('../../../../docs/', import.meta.url));
const SUMMARY_LENGTH = 180;

/** Reads all pages at once: a name in a request names one of them or none, and never a path on the disk. */
export function readDocs(folder = FOLDER): Docs {
  // A README says how the files beside it are written.
  const files = globSync('**/*.md', { cwd: folder, exclude: ['**/README.md'] }).toSorted();
  const docs = files.map((file) =>
    readDoc(
      file.replaceAll(path.sep, '/').replace(/\.md$/, ''),
      readFileSync(path.join(folder, file), 'utf8'),
    ),
  );
  const byName = new Map(docs.map((doc) => [doc.name, doc]));
  const named = new Set(DOC_GROUPS.flatMap(([, names]) => names));
  const groups = DOC_GROUPS.map(([title, names]) => ({
    title,
    isOptional: false,
    docs: names.flatMap((name) => byName.get(name) ?? []),
  }));
  const others = docs.filter(({ name }) => !named.has(name));
  const last = { title: LAST_GROUP, isOptional: true, docs: others };
  return {
    byName,
    pictures: readPictures(folder),
    groups: [...groups, last].filter((group) => group.docs.length > 0),
  };
}

function readPictures(folder: string): ReadonlyMap<string, Buffer> {
  const files = globSync('pictures/*.webp', { cwd: folder });
  return new Map(
    files.map((file) => [file.replaceAll(path.sep, '/'), readFileSync(path.join(folder, file))]),
  );
}

/** The page that a link of another one leads to, and the place on it; undefined for addresses and other files. */
export function docOfLink(
  docs: Docs,
  from: string,
  href: string,
): { name: string; hash: string } | undefined {
  const [, target, hash = ''] = /^([^:#?/][^:#?]*)\.md(#.*)?$/.exec(href) ?? [];
  if (target === undefined) return undefined;
  const name = path.posix.join(path.posix.dirname(from), target);
  return docs.byName.has(name) ? { name, hash } : undefined;
}

function readDoc(name: string, markdown: string): Doc {
  const tokens = lexer(markdown);
  const heading = tokens.find((token): token is Tokens.Heading => token.type === 'heading');
  const paragraph = tokens.find((token): token is Tokens.Paragraph => token.type === 'paragraph');
  return {
    name,
    title: plainText(heading?.text ?? name),
    summary: beginningOf(plainText(paragraph?.text ?? '')),
    markdown,
  };
}

/** Whole sentences as far as they fit, and at least one. */
function beginningOf(text: string): string {
  const sentences = text.split(/(?<=[.:?!])\s+(?=\p{Lu})/u);
  const [first = '', ...others] = sentences;
  let summary = first;
  for (const sentence of others) {
    if (summary.length + sentence.length >= SUMMARY_LENGTH) break;
    summary += ` ${sentence}`;
  }
  return summary.replace(/:$/, '.');
}

/** A line of Markdown without its signs. */
function plainText(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`|\*\*/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
