import { linkAddress } from '../html-writer/link-address.ts';
import { PPT_RECORD, type PptRecord, type Records } from './records.ts';
import { TextCollector, type LinkTargets, type TextBlock } from './text-block.ts';

/** Lists of a document by what they hold ([MS-PPT] 2.4.14). */
export const SLIDE_LIST = { slides: 0, masters: 1, notes: 2 } as const;

/** A slide, a master or the notes of a slide, as the document lists them. */
export interface ListedSlide {
  /** Number of the object in the directory. */
  persistId: number;
  /** Number by which others refer to it. */
  slideId: number;
  /** Texts that its shapes refer to. */
  texts: TextBlock[];
}

/** Entries of one list; no file has more. */
const MAX_ENTRIES = 100_000;

/** Reads one of the lists of slides in their order. */
export function readSlideList(
  records: Records,
  document: PptRecord,
  list: number,
  targets: LinkTargets,
): ListedSlide[] {
  const slides: ListedSlide[] = [];
  for (const holder of records.within(document)) {
    if (holder.type !== PPT_RECORD.slideList || holder.instance !== list) continue;
    let collector: TextCollector | undefined;
    for (const record of records.within(holder)) {
      if (record.type !== PPT_RECORD.slidePersist) {
        collector?.add(record);
        continue;
      }
      if (slides.length >= MAX_ENTRIES) break;
      collector = new TextCollector(records, targets);
      const { view } = records;
      slides.push({
        persistId: view.u32(record.at),
        slideId: view.u32(record.at + 12),
        texts: collector.blocks,
      });
    }
  }
  return slides;
}

/** Reads the addresses that links of the file lead to ([MS-PPT] 2.10.16). */
export function readLinkTargets(records: Records, document: PptRecord): LinkTargets {
  const targets = new Map<number, string>();
  const objects = records.find(document, PPT_RECORD.externalObjects);
  if (objects === undefined) return targets;
  for (const object of records.within(objects)) {
    if (object.type !== PPT_RECORD.hyperlink) continue;
    let id: number | undefined;
    let address = '';
    for (const part of records.within(object)) {
      if (part.type === PPT_RECORD.hyperlinkAtom) id = records.view.u32(part.at);
      // The first text is what the link is called.
      else if (part.type === PPT_RECORD.string && part.instance === 1)
        address = records.view.utf16(part.at, part.length >> 1);
    }
    const href = linkAddress(address.replace(/\0.*$/s, ''));
    if (id !== undefined && href !== undefined) targets.set(id, href);
  }
  return targets;
}
