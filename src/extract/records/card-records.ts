import * as T from '../../html/tags.ts';
import { shownElements, type ShownPage } from '../facts/shown-walk.ts';
import { cardFacts } from './card-facts.ts';
import { LEAST_RECORDS, MOST_RECORDS, type RecordGroup } from './record.ts';

/** Elements that are no cards, however many of them stand side by side. */
const NO_CARDS: ReadonlySet<number> = new Set([
  T.A,
  T.B,
  T.BR,
  T.CODE,
  T.DD,
  T.DT,
  T.EM,
  T.I,
  T.IMG,
  T.INPUT,
  T.OPTION,
  T.P,
  T.SPAN,
  T.STRONG,
  T.SUP,
  T.TD,
  T.TH,
  T.TR,
  T.H1,
  T.H2,
  T.H3,
  T.H4,
  T.H5,
  T.H6,
  T.PRE,
  T.HR,
]);
const MOST_GROUPS = 12;
/** A card has so many nodes at least: a picture or a heading with a link, say. */
const LEAST_NODES = 4;

/** Groups of siblings that look alike: of one element and class, most of them with a title. */
export function cardRecords(page: ShownPage): RecordGroup[] {
  const groups = [...findSiblings(page).values()]
    .filter((nodes) => nodes.length >= LEAST_RECORDS)
    .toSorted((one, other) => weightOf(page, other) - weightOf(page, one))
    .slice(0, MOST_GROUPS);
  return groups.flatMap((nodes) => {
    const records = nodes.slice(0, MOST_RECORDS).map((node) => cardFacts(page, node));
    const titled = records.filter((facts) => facts.some(({ name }) => name === 'name'));
    return titled.length >= Math.max(LEAST_RECORDS, nodes.length / 2)
      ? [{ records: titled, title: '', kind: 'cards' as const }]
      : [];
  });
}

function findSiblings(page: ShownPage): Map<string, number[]> {
  const { tree } = page;
  const siblings = new Map<string, number[]>();
  for (const { node, tag, isContent } of shownElements(page)) {
    if (!isContent || NO_CARDS.has(tag) || tree.end[node]! - node < LEAST_NODES) continue;
    const [className = ''] = (tree.attribute(node, 'class') ?? '').trim().split(/\s+/);
    const key = `${tree.parent[node]} ${tag} ${className}`;
    const same = siblings.get(key);
    if (same === undefined) siblings.set(key, [node]);
    else same.push(node);
  }
  return siblings;
}

/** Many rich cards before few poor ones; the nodes within stand for what is to be read. */
function weightOf({ tree }: ShownPage, nodes: readonly number[]): number {
  const last = nodes[nodes.length - 1]!;
  const mean = (tree.end[last]! - nodes[0]!) / nodes.length;
  return Math.log2(nodes.length) * Math.min(mean, 60);
}
