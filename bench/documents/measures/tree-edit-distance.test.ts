import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../pages/random.ts';
import { treeEditDistance, treeSize, type LabelledTree } from './tree-edit-distance.ts';

type Tree = LabelledTree<string>;

const node = (label: string, ...children: Tree[]): Tree => ({ label, children });
const rename = (from: string, to: string): number => (from === to ? 0 : 1);

test('known values', () => {
  // The example of the paper: f(d(a c(b)) e) and f(c(d(a b)) e) are two steps apart.
  const first = node('f', node('d', node('a'), node('c', node('b'))), node('e'));
  const second = node('f', node('c', node('d', node('a'), node('b'))), node('e'));
  assert.equal(treeEditDistance(first, second, rename), 2);
  assert.equal(treeEditDistance(first, first, rename), 0);
  assert.equal(treeEditDistance(node('a'), node('b'), rename), 1);
  assert.equal(treeEditDistance(node('a'), first, rename), 5);
  assert.equal(treeSize(first), 6);
});

test('the same as the plain recursion', () => {
  const random = createRandom(11);
  const make = (depth: number): Tree =>
    node(
      random.pick(['a', 'b', 'c']),
      ...(depth === 0 ? [] : Array.from({ length: random.int(0, 2) }, () => make(depth - 1))),
    );
  for (let round = 0; round < 60; round++) {
    const [a, b] = [make(3), make(3)];
    assert.equal(treeEditDistance(a, b, rename), forestDistance([a], [b]));
  }
});

/** By the definition: the last tree goes, comes, or stays. */
function forestDistance(a: readonly Tree[], b: readonly Tree[], known = new Map<string, number>()): number {
  const key = JSON.stringify([a, b]);
  const found = known.get(key);
  if (found !== undefined) return found;
  const [lastA, lastB] = [a.at(-1), b.at(-1)];
  const steps: number[] = [];
  if (lastA !== undefined) steps.push(1 + forestDistance([...a.slice(0, -1), ...lastA.children], b, known));
  if (lastB !== undefined) steps.push(1 + forestDistance(a, [...b.slice(0, -1), ...lastB.children], known));
  if (lastA !== undefined && lastB !== undefined) {
    const below = forestDistance(lastA.children, lastB.children, known);
    const beside = forestDistance(a.slice(0, -1), b.slice(0, -1), known);
    steps.push(rename(lastA.label, lastB.label) + below + beside);
  }
  const distance = steps.length === 0 ? 0 : Math.min(...steps);
  known.set(key, distance);
  return distance;
}
