import { readFileSync } from 'node:fs';

import { LAYERS } from '../layers/layer-table.ts';
import { ROOMS } from '../layers/rooms.ts';
import { markdownTable } from './markdown-table.ts';

const DOCUMENT = 'ARCHITECTURE.md';

/** `ARCHITECTURE.md` with the tables that `npm run check` goes by between its marks. */
export function renderArchitecture(): string {
  const written = replaceBlock(readFileSync(DOCUMENT, 'utf8'), 'layers', renderLayers());
  return replaceBlock(written, 'rooms', renderRooms());
}

function replaceBlock(text: string, name: string, content: string): string {
  const [open, close] = [`<!-- ${name}: from the check's table, by npm run fix -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(open), text.indexOf(close)];
  if (from === -1 || to < from) throw new Error(`${DOCUMENT} has no block "${open}" … "${close}"`);
  return `${text.slice(0, from + open.length)}\n\n${content}\n\n${text.slice(to)}`;
}

function renderLayers(): string {
  const rows = LAYERS.map(({ parts, holds }, index) => [
    String(index + 1),
    parts.map((part) => `\`${part}${part.endsWith('.ts') || part.endsWith('*') ? '' : '/'}\``).join(', '),
    holds,
  ]);
  return markdownTable(['row', 'folders', 'what lives there'], rows);
}

/** A table a part; rooms of one row are siblings. */
function renderRooms(): string {
  return Object.entries(ROOMS)
    .map(([part, rows]) => {
      const lines = rows.flatMap((row, index) =>
        Object.entries(row).map(([room, holds]) => [String(index + 1), nameOf(room), holds]),
      );
      return `### ${part}/\n\n${markdownTable(['row', 'room', 'what it holds'], lines)}`;
    })
    .join('\n\n');
}

function nameOf(room: string): string {
  if (room === '.') return 'loose files';
  if (!room.endsWith('.ts')) return `\`${room}/\``;
  return room
    .split(' ')
    .map((file) => `\`${file}\``)
    .join(', ');
}
