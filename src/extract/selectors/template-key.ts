import { hash } from 'node:crypto';
import { findMetadataNodes } from '../../html/metadata/nodes.ts';
import { findTitle } from '../facts/find-title.ts';
import type { ShownPage } from '../facts/shown-walk.ts';

const NUMBERS = /\d+/g;
const MOST_SEGMENTS = 12;
const MOST_LEVELS = 200;

/** Names the template that a page is made by: pages of one have addresses of one shape, and the same way to their title. */
export function templateKey(page: ShownPage, url: URL): string {
  return hash('sha1', `${addressShape(url)}\n${wayToTitle(page)}`, 'hex').slice(0, 16);
}

/** `/blog/2024/05/how-to?id=3` and `/blog/2025/11/why?id=9` have one shape; the words of an address are not looked at. */
function addressShape({ pathname, searchParams }: URL): string {
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const shapes = segments.slice(0, MOST_SEGMENTS).map((segment) => (/^\d+$/.test(segment) ? '0' : 'a'));
  const names = [...new Set(searchParams.keys())].toSorted().slice(0, MOST_SEGMENTS);
  return `${shapes.join('/')}?${names.join('&')}`;
}

/** Tags and first classes from the title up, without their numbers; '' for a page without a title. */
function wayToTitle(page: ShownPage): string {
  const { tree } = page;
  const parts: string[] = [];
  const title = findTitle(page, findMetadataNodes(tree)).node;
  for (let node = title; node > 0 && parts.length < MOST_LEVELS; node = tree.parent[node]!) {
    const className = tree.attribute(node, 'class')?.trim().split(/\s/, 1)[0] ?? '';
    parts.push(`${tree.name(node)}.${className.replaceAll(NUMBERS, '')}`);
  }
  return parts.join(' ');
}
