import type { LineOfCells, PlacedPiece } from './table-columns.ts';

/** A label of several rows misses their middle by less, in sizes. */
const CENTRED = 0.5;

/** Rows between two rules with the only text of their first column in the first of them, when it stands in the middle of them all. */
export function withLabelFirst(groups: LineOfCells[][]): LineOfCells[][] {
  const [first] = groups;
  const last = groups.at(-1);
  const isOfLabel = ({ column }: PlacedPiece): boolean => column === 0;
  const labelled = groups.filter((group) => group.some(({ cells }) => cells.some(isOfLabel)));
  const [only] = labelled;
  if (first === undefined || last === undefined || labelled.length !== 1 || only === first) return groups;
  const lines = only!.filter(({ cells }) => cells.some(isOfLabel));
  const baseline = (lines[0]!.row.baseline + lines.at(-1)!.row.baseline) / 2;
  const middle = (first[0]!.row.baseline + last.at(-1)!.row.baseline) / 2;
  if (Math.abs(baseline - middle) > first[0]!.row.size * CENTRED) return groups;
  const labels = lines.map(({ row, cells }) => ({ row, cells: cells.filter(isOfLabel) }));
  return groups.map((group) => {
    if (group === first) return [...labels, ...group];
    return group
      .map(({ row, cells }) => ({ row, cells: cells.filter((cell) => !isOfLabel(cell)) }))
      .filter(({ cells }) => cells.length > 0);
  });
}
