import { PPT_RECORD, type PptRecord, type Records } from './records.ts';
import { readCharacters, readParagraph } from './text-style.ts';

/** Types of text whose bullets are those of body text unless the master says otherwise ([MS-PPT] 2.13.33). */
const BODY = 1;
const LIKE_BODY: ReadonlySet<number> = new Set([1, 5, 7, 8]);
const MAX_LEVELS = 5;
/** Types from this one on name the level of each of their styles ([MS-PPT] 2.9.35). */
const FIRST_NAMED = 5;

/** Says whether a level of a type of text has bullets when its paragraphs do not say. */
export type MasterBullets = (type: number, level: number) => boolean;

/** Reads the bullets of a master's text styles; a level takes what it does not say from the one above it. */
export function readMasterBullets(records: Records, master: PptRecord | undefined): MasterBullets {
  const styles = new Map<number, Array<boolean | undefined>>();
  if (master !== undefined) {
    for (const record of records.within(master)) {
      if (record.type === PPT_RECORD.masterTextStyle && LIKE_BODY.has(record.instance))
        styles.set(record.instance, readLevels(records, record));
    }
  }
  return function hasBullet(type, level) {
    if (!LIKE_BODY.has(type)) return false;
    for (const levels of [styles.get(type), styles.get(BODY)]) {
      for (let at = Math.min(level, MAX_LEVELS - 1); at >= 0; at--) {
        const stated = levels?.[at];
        if (stated !== undefined) return stated;
      }
    }
    return false;
  };
}

function readLevels(records: Records, record: PptRecord): Array<boolean | undefined> {
  const style = records.content(record);
  const cursor = { at: 2 };
  const levels: Array<boolean | undefined> = [];
  const count = Math.min(style.u16(0), MAX_LEVELS);
  for (let i = 0; i < count; i++) {
    if (record.instance >= FIRST_NAMED) cursor.at += 2;
    levels.push(readParagraph(style, cursor));
    readCharacters(style, cursor);
  }
  return levels;
}
