import type { Condition } from './query.ts';
import { TEXT } from '../tags.ts';
import { partitionPoint } from '../../lib/partition-point.ts';

/** Elements whose text, that of their descendants included, holds `wanted`: the `:contains()` of older selector engines. */
export function containsText(wanted: string, isCaseless: boolean): Condition {
  return (tree) => {
    const starts = new Int32Array(tree.length + 1);
    const parts: string[] = [];
    let length = 0;
    for (let node = 0; node < tree.length; node++) {
      starts[node] = length;
      if (tree.tag[node] !== TEXT) continue;
      const part = isCaseless ? tree.text(node).toLowerCase() : tree.text(node);
      parts.push(part);
      length += part.length;
    }
    starts[tree.length] = length;
    const text = parts.join('');
    const needle = isCaseless ? wanted.toLowerCase() : wanted;
    const finds = findAll(text, needle);
    return (node) => {
      const find = firstFrom(finds, starts[node]!);
      return find !== undefined && find + needle.length <= starts[tree.end[node]!]!;
    };
  };
}

function findAll(text: string, needle: string): number[] {
  const finds: number[] = [];
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1)) {
    finds.push(at);
    if (at >= text.length) break;
  }
  return finds;
}

/** The first of the ascending numbers that is not below `start`. */
function firstFrom(numbers: readonly number[], start: number): number | undefined {
  return numbers[partitionPoint(numbers.length, (index) => numbers[index]! < start)];
}
