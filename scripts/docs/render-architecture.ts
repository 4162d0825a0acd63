import { readFileSync } from 'node:fs';

import { LAYERS } from '../layers/layer-table.ts';
import { ROOMS } from '../layers/rooms.ts';
import { markdownTable } from './markdown-table.ts';
import { replaceBlock } from './replace-block.ts';

const DOCUMENT = 'ARCHITECTURE.md';

/** `ARCHITECTURE.md` with the tables that `npm run check` goes by between its marks. */
export function renderArchitecture(): string {
  const written = replaceBlock(readFileSync(DOCUMENT, 'utf8'), 'layers', renderLayers());
  return replaceBlock(written, 'rooms', renderRooms());
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
