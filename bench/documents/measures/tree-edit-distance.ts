export interface LabelledTree<Label> {
  label: Label;
  children: ReadonlyArray<LabelledTree<Label>>;
}

/** A tree in postorder. */
interface Postorder<Label> {
  labels: Label[];
  /** Index of the leftmost leaf below each node. */
  leftmost: number[];
  /** Nodes that begin a path of leftmost children, in postorder. */
  keyRoots: number[];
}

/**
 * Least cost of making one ordered tree of another: 1 for each node that goes or comes, `rename` (0 to 1) for one that stays
 * (Zhang and Shasha, "Simple fast algorithms for the editing distance between trees", 1989).
 */
export function treeEditDistance<Label>(
  a: LabelledTree<Label>,
  b: LabelledTree<Label>,
  rename: (from: Label, to: Label) => number,
): number {
  const left = postorder(a);
  const right = postorder(b);
  const columns = right.labels.length;
  const distances = new Float64Array(left.labels.length * columns);
  const forest = new Float64Array((left.labels.length + 1) * (columns + 1));
  for (const i of left.keyRoots) {
    for (const j of right.keyRoots) compareBelow(i, j);
  }
  return distances.at(-1)!;

  /** Fills in the distances of all pairs on the leftmost paths below two key roots. */
  function compareBelow(i: number, j: number): void {
    const firstI = left.leftmost[i]!;
    const firstJ = right.leftmost[j]!;
    const width = j - firstJ + 2;
    forest[0] = 0;
    for (let x = 1; x <= i - firstI + 1; x++) forest[x * width] = forest[(x - 1) * width]! + 1;
    for (let y = 1; y < width; y++) forest[y] = forest[y - 1]! + 1;
    for (let x = 1; x <= i - firstI + 1; x++) {
      const nodeI = firstI + x - 1;
      const leftI = left.leftmost[nodeI]!;
      for (let y = 1; y < width; y++) {
        const nodeJ = firstJ + y - 1;
        const leftJ = right.leftmost[nodeJ]!;
        const at = x * width + y;
        const without = Math.min(forest[at - width]!, forest[at - 1]!) + 1;
        if (leftI === firstI && leftJ === firstJ) {
          const cost = rename(left.labels[nodeI] as Label, right.labels[nodeJ] as Label);
          forest[at] = Math.min(without, forest[at - width - 1]! + cost);
          distances[nodeI * columns + nodeJ] = forest[at];
        } else {
          const before = forest[(leftI - firstI) * width + (leftJ - firstJ)]!;
          forest[at] = Math.min(without, before + distances[nodeI * columns + nodeJ]!);
        }
      }
    }
  }
}

/** Nodes of a tree. */
export function treeSize(tree: LabelledTree<unknown>): number {
  return postorder(tree).labels.length;
}

function postorder<Label>(root: LabelledTree<Label>): Postorder<Label> {
  const order: Postorder<Label> = { labels: [], leftmost: [], keyRoots: [] };
  const open: Array<{ tree: LabelledTree<Label>; next: number; leftmost: number }> = [
    { tree: root, next: 0, leftmost: -1 },
  ];
  while (open.length > 0) {
    const top = open.at(-1)!;
    const child = top.tree.children[top.next++];
    if (child !== undefined) {
      open.push({ tree: child, next: 0, leftmost: -1 });
      continue;
    }
    open.pop();
    const index = order.labels.push(top.tree.label) - 1;
    if (top.leftmost === -1) top.leftmost = index;
    order.leftmost.push(top.leftmost);
    const parent = open.at(-1);
    if (parent === undefined || parent.leftmost !== -1) order.keyRoots.push(index);
    else parent.leftmost = top.leftmost;
  }
  return order;
}
