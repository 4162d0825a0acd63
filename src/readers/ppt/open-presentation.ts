import type { CompoundFile } from '../cfb/open-cfb.ts';
import { DocumentError } from '../document-error.ts';
import { type MasterBullets, readMasterBullets } from './master-bullets.ts';
import { readPersistDirectory } from './persist-directory.ts';
import { PPT_RECORD, type PptRecord, type Records } from './records.ts';
import { type ListedSlide, readLinkTargets, readSlideList, SLIDE_LIST } from './slide-list.ts';
import { SlidePictures } from './slide-pictures.ts';
import type { LinkTargets } from './text-block.ts';

/** A presentation with its slides found. */
export interface Presentation {
  records: Records;
  targets: LinkTargets;
  pictures: SlidePictures;
  slides: readonly ListedSlide[];
  /** Slides are missing, or their order was lost. */
  isDamaged: boolean;
  slideOf(listed: ListedSlide): PptRecord | undefined;
  notesOf(slide: PptRecord): { record: PptRecord; listed: ListedSlide } | undefined;
  bulletsOf(slide: PptRecord | undefined): MasterBullets;
}

const NOTHING: PptRecord = { type: 0, instance: 0, at: 0, length: 0 };

/** Opens a presentation; throws SCRAPE_DOCUMENT_ENCRYPTED. Where its directory is lost, slides are in the order of the file. */
export function openPresentation(container: CompoundFile, records: Records): Presentation {
  const directory = readPersistDirectory(container, records);
  if (directory.isEncrypted) {
    throw new DocumentError('SCRAPE_DOCUMENT_ENCRYPTED', 'The PowerPoint file is protected with a password');
  }
  const topLevel = directory.document === undefined ? [...records.between(0, records.view.length)] : [];
  const document = directory.document ?? topLevel.findLast(({ type }) => type === PPT_RECORD.document);
  const targets = readLinkTargets(records, document ?? NOTHING);
  const listOf = (list: number): ListedSlide[] => readSlideList(records, document ?? NOTHING, list, targets);
  const found = new Map<number, PptRecord>();
  for (const [at, record] of topLevel.entries()) if (record.type === PPT_RECORD.slide) found.set(at, record);
  const isFound = found.size > 0;
  const slides = isFound
    ? [...found.keys()].map((persistId) => ({ persistId, slideId: 0, texts: [] }))
    : listOf(SLIDE_LIST.slides);
  const recordOf = (listed: ListedSlide | undefined, type: number): PptRecord | undefined => {
    const record = records.at(directory.offsets.get(listed?.persistId ?? -1) ?? -1);
    return record?.type === type ? record : undefined;
  };
  const notes = new Map(listOf(SLIDE_LIST.notes).map((one) => [one.slideId, one]));
  const masters = new Map(listOf(SLIDE_LIST.masters).map((one) => [one.slideId, one]));
  const bullets = new Map<number, MasterBullets>();
  const referenceOf = (slide: PptRecord | undefined, at: number): number => {
    const atom = records.find(slide, PPT_RECORD.slideAtom);
    return atom === undefined ? 0 : records.view.u32(atom.at + at);
  };
  return {
    records,
    targets,
    pictures: new SlidePictures(container, records, document ?? NOTHING),
    slides,
    isDamaged: directory.document === undefined,
    slideOf: (listed) => found.get(listed.persistId) ?? recordOf(listed, PPT_RECORD.slide),
    notesOf(slide) {
      const listed = notes.get(referenceOf(slide, 16));
      const record = recordOf(listed, PPT_RECORD.notes);
      return listed === undefined || record === undefined ? undefined : { record, listed };
    },
    bulletsOf(slide) {
      let id = referenceOf(slide, 12);
      // A title master is a slide with a master of its own.
      const title = recordOf(masters.get(id), PPT_RECORD.slide);
      if (title !== undefined) id = referenceOf(title, 12);
      const known =
        bullets.get(id) ?? readMasterBullets(records, recordOf(masters.get(id), PPT_RECORD.mainMaster));
      bullets.set(id, known);
      return known;
    },
  };
}
