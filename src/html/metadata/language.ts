import type { MetadataNodes } from './nodes.ts';
import type { Tree } from '../tree.ts';

/** Shape of a language tag (RFC 5646), also with the underscore that OpenGraph uses. */
const LANGUAGE_TAG = /^[a-z]{2,8}(?:[-_][a-z0-9]{1,8}){0,8}$/i;

/** The languages that the page itself declares, strongest first: the root element, then `meta http-equiv`. */
export function declaredLanguages(tree: Tree, { html, metas }: MetadataNodes): Array<string | undefined> {
  const pragma = metas.find(
    (node) => tree.attribute(node, 'http-equiv')?.toLowerCase() === 'content-language',
  );
  return [
    html === undefined ? undefined : tree.attribute(html, 'lang'),
    html === undefined ? undefined : tree.attribute(html, 'xml:lang'),
    pragma === undefined ? undefined : tree.attribute(pragma, 'content'),
  ];
}

/** The first of the candidates that is a language tag, or a list that begins with one. */
export function firstLanguage(candidates: ReadonlyArray<string | undefined>): string | undefined {
  for (const candidate of candidates) {
    const tag = candidate?.slice(0, 200).split(',')[0]!.trim();
    if (tag !== undefined && LANGUAGE_TAG.test(tag)) return tag.replaceAll('_', '-');
  }
  return undefined;
}
