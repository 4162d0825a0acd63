import { ByteView } from '../cfb/byte-view.ts';
import { openCfb, type CompoundFile } from '../cfb/open-cfb.ts';
import { readSummary } from '../cfb/summary.ts';
import { DocumentError } from '../document-error.ts';
import type { DocumentContent, DocumentSource } from '../document.ts';
import { OutputBudget } from '../html-writer/output-budget.ts';
import { LEFT_OUT_OBJECTS, LEFT_OUT_PICTURES } from '../office/left-out.ts';
import { MAX_SLIDES, nothingOnSlides, slideHtml } from '../slides/slide-html.ts';
import { openPresentation, type Presentation } from './open-presentation.ts';
import { PPT_RECORD, type PptRecord, Records } from './records.ts';
import type { ListedSlide } from './slide-list.ts';
import { readShapes } from './slide-shape.ts';
import { type SlideFacts, writeListed, writeNotes, writeSlide } from './write-slide.ts';

const DAMAGED = 'The file is damaged: some of its slides may be missing.';
/** A flag of slides that are not shown ([MS-PPT] 2.6.6). */
const HIDDEN = 4;

/**
 * Reads a presentation of PowerPoint 97 to 2003 ([MS-PPT]): its slides in order, hidden ones left out, written as those of
 * `.pptx` are. Throws SCRAPE_DOCUMENT_ENCRYPTED for one with a password and SCRAPE_DOCUMENT_DAMAGED for one without
 * slides that can be found.
 */
export function readPpt({ bytes, hasImages }: Pick<DocumentSource, 'bytes' | 'hasImages'>): DocumentContent {
  if (bytes.length === 0) throw new DocumentError('SCRAPE_DOCUMENT_EMPTY', 'The file is empty');
  const container = openCfb(bytes);
  const stream = container?.stream('PowerPoint Document');
  if (container === undefined || stream === undefined) throw noSlides();
  const records = new Records(new ByteView(stream));
  const presentation = openPresentation(container, records);
  const facts = { hasImages, budget: new OutputBudget(), losses: { objects: false } };
  const slides: string[] = [];
  const read = new Set<number>();
  for (const listed of presentation.slides.slice(0, MAX_SLIDES)) {
    if (facts.budget.isExceeded) break;
    const slide = presentation.slideOf(listed);
    // Slides that were lost may still have their texts in the list.
    if (slide === undefined) presentation.isDamaged = true;
    else if (read.has(slide.at)) continue;
    else read.add(slide.at);
    const html = htmlOf(slide, listed, presentation, { ...facts, isFirst: slides.length === 0 });
    if (html !== '') slides.push(html);
  }
  const warnings = warningsOf(presentation, records, facts);
  if (presentation.slides.length === 0) throw noSlides();
  if (slides.length === 0 && (presentation.isDamaged || records.isCut)) throw nothingOnSlides(warnings[0]!);
  return { html: slides.join('\n'), properties: propertiesOf(container), warnings };
}

function htmlOf(
  slide: PptRecord | undefined,
  listed: ListedSlide,
  presentation: Presentation,
  { isFirst, ...given }: Pick<SlideFacts, 'hasImages' | 'budget' | 'losses'> & { isFirst: boolean },
): string {
  const { records, targets, pictures } = presentation;
  const facts: SlideFacts = {
    ...given,
    pictures,
    hasBullet: presentation.bulletsOf(slide),
    listed: listed.texts,
    owners: new Map(),
  };
  if (slide === undefined) return slideHtml({ ...writeListed(facts), notes: '' }, isFirst);
  if (isHidden(records, slide)) return '';
  const shapes = readShapes(records, slide, targets);
  const text = shapes.length === 0 ? writeListed(facts) : writeSlide(shapes, facts);
  const notes = presentation.notesOf(slide);
  const notesFacts = { ...facts, listed: notes?.listed.texts ?? [], hasBullet: () => false };
  const written =
    notes === undefined ? '' : writeNotes(readShapes(records, notes.record, targets), notesFacts);
  return slideHtml({ ...text, notes: written }, isFirst);
}

function isHidden(records: Records, slide: PptRecord): boolean {
  const info = records.find(slide, PPT_RECORD.slideShowInfo);
  return info !== undefined && (records.view.u16(info.at + 10) & HIDDEN) !== 0;
}

function propertiesOf(container: CompoundFile): DocumentContent['properties'] {
  return readSummary(container, 0);
}

function warningsOf(
  { isDamaged, slides, pictures }: Presentation,
  records: Records,
  { budget, losses }: Pick<SlideFacts, 'budget' | 'losses'>,
): string[] {
  const warnings: string[] = [];
  if (isDamaged || records.isCut) warnings.push(DAMAGED);
  if (slides.length > MAX_SLIDES)
    warnings.push(`The presentation has ${slides.length} slides; the first ${MAX_SLIDES} are read.`);
  if (budget.isExceeded) warnings.push('The presentation is too large: the end of it is left out.');
  if (losses.objects) warnings.push(LEFT_OUT_OBJECTS);
  if (pictures.hasLeftOut) warnings.push(LEFT_OUT_PICTURES);
  if (pictures.isSpent)
    warnings.push('The presentation has more pictures than can be shown; some are left out.');
  return warnings;
}

function noSlides(): DocumentError {
  return new DocumentError(
    'SCRAPE_DOCUMENT_DAMAGED',
    'No slides can be found in the PowerPoint file: it is damaged',
  );
}
