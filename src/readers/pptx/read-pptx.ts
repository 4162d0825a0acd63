import type { DocumentContent, DocumentSource } from '../document.ts';
import { DocumentError } from '../document-error.ts';
import { OutputBudget } from '../html-writer/output-budget.ts';
import { readDocumentProperties } from '../ooxml/document-properties.ts';
import { mainPartOf, openOoxml, type OoxmlPackage } from '../ooxml/open-ooxml.ts';
import { partOfType } from '../ooxml/relationships.ts';
import { childOf, childrenOf, isElement, type XmlElement } from '../xml/xml-element.ts';
import { DAMAGED_ARCHIVE } from '../zip/open-zip.ts';
import { placeholderOf, SlideTemplates } from './placeholders.ts';
import { LEFT_OUT_OBJECTS, LEFT_OUT_PICTURES } from '../office/left-out.ts';
import { LEFT_OUT_GROUPS, MAX_SLIDES, nothingOnSlides, slideHtml } from '../slides/slide-html.ts';
import { shapeTreeHtml, type SlidePictureBudget, type SlideContext } from './slide-shapes.ts';
import { textBodyHtml } from './text-body.ts';

/** Bytes of one slide's XML; a thousand times what is usual. */
const MAX_SLIDE_BYTES = 30_000_000;
/** Bytes of all pictures; as data URIs they are a third longer. */
const MAX_PICTURE_BYTES = 30_000_000;

/**
 * Reads a presentation (`.pptx`): its slides in order, hidden ones left out, each with its title as `h2`, its content in
 * reading order, and the speaker's notes as a quotation. Running dates, footers and slide numbers are dropped.
 */
export async function readPptx({ bytes, hasImages }: DocumentSource): Promise<DocumentContent> {
  const file = await openOoxml(bytes);
  const warnings = file.isDamaged ? [DAMAGED_ARCHIVE] : [];
  const templates = new SlideTemplates(file);
  const pictures: SlidePictureBudget = {
    bytesLeft: MAX_PICTURE_BYTES,
    isSpent: false,
    hasLeftOut: false,
    hasObjects: false,
    hasDeepGroups: false,
  };
  const slides: string[] = [];
  const text = new OutputBudget();
  let problem: DocumentError | undefined;
  const charts = new Map<string, string>();
  for (const [index, part] of slideParts(file, warnings).entries()) {
    try {
      const context = {
        file,
        links: file.relationshipsOf(part),
        template: templates.of(part),
        hasImages,
        pictures,
        text,
        charts,
      };
      const html = partHtml(part, context, slides.length === 0);
      if (html === undefined) warnings.push(`Slide ${index + 1} is missing in the file.`);
      else if (html !== '') slides.push(html);
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      problem ??= error;
      warnings.push(`Slide ${index + 1} could not be read: ${error.message}.`);
    }
    if (text.isExceeded) {
      warnings.push(
        `The presentation is too large: the end of slide ${index + 1} and what follows are left out.`,
      );
      break;
    }
  }
  const [first] = warnings;
  if (slides.length === 0 && first !== undefined) throw problem ?? nothingOnSlides(first);
  warnings.push(...leftOut(pictures));
  return { html: slides.join('\n'), properties: readDocumentProperties(file), warnings };
}

function leftOut({ hasDeepGroups, hasObjects, hasLeftOut, isSpent }: SlidePictureBudget): string[] {
  const warnings: string[] = [];
  if (hasDeepGroups) warnings.push(LEFT_OUT_GROUPS);
  if (hasObjects) warnings.push(LEFT_OUT_OBJECTS);
  if (hasLeftOut) warnings.push(LEFT_OUT_PICTURES);
  if (isSpent) warnings.push('The presentation has more pictures than can be shown; some are left out.');
  return warnings;
}

/** Parts of the slides in their order (ECMA-376 part 1, section 19.2.1.34); by their names where the order is lost. Throws for what is no presentation. */
function slideParts(file: OoxmlPackage, warnings: string[]): string[] {
  const main = mainPartOf(file, 'ppt/presentation.xml');
  const relationships = file.relationshipsOf(main);
  const presentation = file.parse(main);
  const ids = childrenOf(childOf(presentation, 'p:sldIdLst'), 'p:sldId');
  const parts = ids
    .map(({ attributes }) => relationships.get(attributes['r:id'] ?? ''))
    .filter((target) => target !== undefined && !target.isExternal)
    .map((target) => target!.target);
  const known = [...new Set(parts)];
  if (known.length === 0) {
    const numberOf = (name: string): number => Number(/(\d+)\.xml$/.exec(name)?.[1]);
    known.push(
      ...file.names
        .filter((name) => /^ppt\/slides\/slide\d+\.xml$/i.test(name))
        .toSorted((one, other) => numberOf(one) - numberOf(other)),
    );
    if (known.length === 0 && presentation?.name !== 'p:presentation')
      throw nothingOnSlides('it has no slides');
    if (known.length > 0)
      warnings.push('The order of the slides is missing in the file; they are in that of their names.');
  }
  if (known.length > MAX_SLIDES) {
    warnings.push(`The presentation has ${known.length} slides; the first ${MAX_SLIDES} are read.`);
  }
  return known.slice(0, MAX_SLIDES);
}

/** Undefined when there is no such part; '' for a hidden or empty slide. */
function partHtml(part: string, context: SlideContext, isFirst: boolean): string | undefined {
  const bytes = context.file.read(part);
  if (bytes !== undefined && bytes.length > MAX_SLIDE_BYTES) {
    throw new DocumentError('SCRAPE_DOCUMENT_TOO_COMPLEX', 'The slide is too large');
  }
  const slide = bytes === undefined ? undefined : context.file.parse(part);
  if (slide === undefined) return undefined;
  const { show } = slide.attributes;
  if (show === '0' || show === 'false') return '';
  const { title, body } = shapeTreeHtml(childOf(childOf(slide, 'p:cSld'), 'p:spTree'), context);
  return slideHtml({ title, body, notes: notesHtml(context) }, isFirst);
}

/** Writes the speaker's notes (19.3.1.26). */
function notesHtml({ file, links, template }: SlideContext): string {
  const part = partOfType(links, 'notesSlide');
  const tree = part === undefined ? undefined : childOf(childOf(file.parse(part), 'p:cSld'), 'p:spTree');
  if (part === undefined || tree === undefined) return '';
  const isNotes = (node: XmlElement | string): node is XmlElement =>
    isElement(node) && node.name === 'p:sp' && placeholderOf(node)?.type === 'body';
  return tree.children
    .filter(isNotes)
    .map((shape) =>
      textBodyHtml(childOf(shape, 'p:txBody'), file.relationshipsOf(part), template.bulletsFor(undefined)),
    )
    .join('');
}
