import type { DocumentContent, DocumentSource } from '../../document.ts';
import { DocumentError } from '../../document-error.ts';
import { readOdfProperties } from '../../odf/odf-properties.ts';
import { MAX_SLIDES, nothingOnSlides, slideHtml } from '../../slides/slide-html.ts';
import { childOf, type XmlElement } from '../../xml/xml-element.ts';
import { openOdf } from '../open-odf.ts';
import { readOdfStyles, startOdtContext } from '../start-context.ts';
import { walkOdf } from '../walk-odf.ts';
import { readSlide } from './read-slide.ts';

const NO_TARGETS: ReadonlySet<string> = new Set();

/**
 * Reads a presentation of OpenDocument, as a package or as one flat XML file: its slides in order, hidden ones left out,
 * written as those of `.pptx` are. Throws a DocumentError when nothing of it can be read.
 */
export async function readOdp({ bytes, hasImages }: DocumentSource): Promise<DocumentContent> {
  const file = await openOdf(bytes);
  const content = file.read('content.xml');
  if (content === undefined) {
    throw new DocumentError('SCRAPE_DOCUMENT_DAMAGED', 'The file is damaged: it has no slides (content.xml)');
  }
  // Places within the file are slides and shapes, which have no address in a page.
  const context = startOdtContext(file, NO_TARGETS, { hasImages, isMonospacedCode: false });
  const metaChildren = readOdfStyles(file, context);
  const hiddenStyles = new Set<string>();
  const slides: string[] = [];
  let pages = 0;
  walkOdf(content, (container, child) => {
    if (container === 'office:presentation') {
      if (child.name !== 'draw:page' || ++pages > MAX_SLIDES || context.budget.isExceeded) return;
      if (hiddenStyles.has(child.attributes['draw:style-name'] ?? '')) return;
      const html = slideHtml(readSlide(context, child), slides.length === 0);
      if (html !== '') slides.push(html);
    } else if (container === 'office:meta') metaChildren.push(child);
    else {
      if (isHidden(child)) hiddenStyles.add(child.attributes['style:name'] ?? '');
      context.styles.add(child, container === 'office:automatic-styles');
      context.listStyles.add(child);
    }
  });
  if (pages > MAX_SLIDES)
    context.warnings.add(`The presentation has ${pages} slides; the first ${MAX_SLIDES} are read.`);
  if (context.budget.isExceeded)
    context.warnings.add('The presentation is too large: the end of it is left out.');
  const warnings = [...context.warnings];
  if (pages === 0) throw nothingOnSlides('it has no slides');
  const notes = context.footnotes.list();
  const properties = readOdfProperties({ name: 'office:meta', attributes: {}, children: metaChildren });
  const { language } = context.styles;
  if (properties.language === undefined && language !== undefined) properties.language = language;
  return { html: slides.join('\n') + notes, properties, warnings };
}

/** Whether a style is that of slides which are not shown (ODF 1.3 part 3, section 20.320). */
function isHidden(style: XmlElement): boolean {
  if (style.attributes['style:family'] !== 'drawing-page') return false;
  const properties = childOf(style, 'style:drawing-page-properties') ?? childOf(style, 'style:properties');
  return properties?.attributes['presentation:visibility'] === 'hidden';
}
