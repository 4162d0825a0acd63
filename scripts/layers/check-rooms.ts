import type { SourceFile } from './read-source-file.ts';
import type { Rooms, RoomRow } from './rooms.ts';
import type { Violation } from './violation.ts';

/** Imports that lead up or sideways between the rooms of a part, rooms without a row, and rows without a room. */
export function checkRooms(files: readonly SourceFile[], rooms: Rooms): Violation[] {
  return Object.entries(rooms).flatMap(([part, rows]) => {
    const inside = files.filter(({ path, isTest }) => path.startsWith(`src/${part}/`) && !isTest);
    const plan = createPlan(part, rows);
    return [...checkPlan(plan, inside), ...inside.flatMap((file) => checkFile(plan, file))];
  });
}

interface Plan {
  readonly part: string;
  readonly rowOf: ReadonlyMap<string, number>;
  /** `.` for loose files that have no row of their own. */
  roomOf(path: string): string;
}

function createPlan(part: string, rows: readonly RoomRow[]): Plan {
  const rowOf = new Map(rows.flatMap((row, index) => Object.keys(row).map((room) => [room, index] as const)));
  const fileRooms = new Map(
    [...rowOf.keys()].flatMap((room) => filesOf(room).map((file) => [file, room] as const)),
  );
  return {
    part,
    rowOf,
    roomOf(path) {
      const [first = '', second] = path.slice(`src/${part}/`.length).split('/');
      return second === undefined ? (fileRooms.get(first) ?? '.') : first;
    },
  };
}

function filesOf(room: string): string[] {
  return room.endsWith('.ts') ? room.split(' ') : [];
}

function checkPlan({ part, rowOf, roomOf }: Plan, inside: readonly SourceFile[]): Violation[] {
  const seen = new Set(inside.map(({ path }) => roomOf(path)));
  const paths = new Set(inside.map(({ path }) => path));
  const named = [...rowOf.keys()];
  const gone = [
    ...named.filter((room) => !seen.has(room) && !room.endsWith('.ts')),
    ...named.flatMap(filesOf).filter((file) => !paths.has(`src/${part}/${file}`)),
  ];
  return [
    ...[...seen]
      .filter((room) => !rowOf.has(room))
      .map((room) => ({ file: `src/${part}/${room}`, line: 1, message: 'has no row in layers/rooms.ts' })),
    ...gone.map((room) => ({
      file: `src/${part}`,
      line: 1,
      message: `has no ${room}, which layers/rooms.ts names`,
    })),
  ];
}

function checkFile({ part, rowOf, roomOf }: Plan, { path, imports }: SourceFile): Violation[] {
  const from = roomOf(path);
  return imports.flatMap(({ target, specifier, line }) => {
    if (!target?.startsWith(`src/${part}/`)) return [];
    const to = roomOf(target);
    const [fromRow, toRow] = [rowOf.get(from), rowOf.get(to)];
    if (fromRow === undefined || toRow === undefined) return [];
    if (from === to || fromRow < toRow) return [];
    const direction = fromRow === toRow ? 'sideways' : 'upward';
    const message = `${direction} import within ${part}: ${from} may not import from ${to} (${specifier})`;
    return [{ file: path, line, message }];
  });
}
