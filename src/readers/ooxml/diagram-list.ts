import { escapeText } from '../markup.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../xml/xml-element.ts';

/** Levels that a list may nest; deeper points are not read. */
const MAX_DEPTH = 100;
/** Points that take part in a diagram as content; others hold its layout. */
const CONTENT_TYPES = new Set(['node', 'asst', 'doc']);

interface Point {
  text: string;
  children: string[];
}

/** The data part of a diagram (`dgm:dataModel`, SmartArt) as a nested list of its texts; '' when it has none. */
export function diagramList(root: XmlElement | undefined): string {
  const points = new Map<string, Point>();
  let top: string | undefined;
  for (const point of childrenOf(childOf(root, 'dgm:ptLst'), 'dgm:pt')) {
    const { modelId: id = '', type = 'node' } = point.attributes;
    if (!CONTENT_TYPES.has(type)) continue;
    if (type === 'doc') top = id;
    points.set(id, { text: readText(childOf(point, 'dgm:t')), children: [] });
  }
  connect(points, childOf(root, 'dgm:cxnLst'));
  const written = new Set<string>();
  const list = top === undefined ? '' : writeList(points, points.get(top)?.children ?? [], written, 0);
  const loose = [...points.keys()].filter((id) => id !== top && !written.has(id));
  return list + writeList(points, loose, written, 0);
}

/** Enters the points below each other, in the order that the connections give them. */
function connect(points: ReadonlyMap<string, Point>, connections: XmlElement | undefined): void {
  const parents = childrenOf(connections, 'dgm:cxn')
    .map(({ attributes }) => attributes)
    .filter(({ type = 'parOf' }) => type === 'parOf')
    .toSorted((one, other) => Number(one['srcOrd'] ?? 0) - Number(other['srcOrd'] ?? 0));
  for (const { srcId, destId } of parents) {
    if (destId !== undefined && points.has(destId)) points.get(srcId ?? '')?.children.push(destId);
  }
}

/** Each point once, whatever the connections say. */
function writeList(
  points: ReadonlyMap<string, Point>,
  ids: readonly string[],
  written: Set<string>,
  depth: number,
): string {
  let items = '';
  for (const id of ids) {
    const point = points.get(id);
    if (point === undefined || written.has(id) || depth > MAX_DEPTH) continue;
    written.add(id);
    const below = writeList(points, point.children, written, depth + 1);
    if (point.text !== '' || below !== '') items += `<li>${escapeText(point.text)}${below}</li>`;
  }
  return items === '' ? '' : `<ul>${items}</ul>`;
}

function readText(body: XmlElement | undefined): string {
  const paragraphs = childrenOf(body, 'a:p').map((paragraph) =>
    childrenOf(paragraph, 'a:r')
      .map((run) => textOf(childOf(run, 'a:t')))
      .join(''),
  );
  return paragraphs.join(' ').replace(/\s+/g, ' ').trim();
}
