import { leftOutObject } from '../../office/left-out.ts';
import { chartTable } from '../../ooxml/chart-table.ts';
import { diagramList } from '../../ooxml/diagram-list.ts';
import { linkAddress } from '../../html-writer/link-address.ts';
import { childOf, type XmlElement } from '../../xml/xml-element.ts';
import type { Story } from '../story.ts';
import { chosenAlternative } from './alternate-content.ts';
import type { Paragraph } from './paragraph.ts';
import { pictureHtml } from './picture.ts';

/** The facts of a drawing from the elements around a place in it. */
interface Surroundings {
  description: string;
  link: string | undefined;
}

/**
 * Reads a drawing, old (VML, `w:pict`) or new (DrawingML, `w:drawing`): pictures go into the text; text boxes, charts and
 * diagrams beside it.
 */
export function readDrawing(
  story: Story,
  drawing: XmlElement,
  paragraph: Paragraph,
  link: string | undefined,
): void {
  new DrawingReader(story, paragraph).read(drawing, { description: '', link });
}

class DrawingReader {
  readonly #story: Story;
  readonly #paragraph: Paragraph;

  constructor(story: Story, paragraph: Paragraph) {
    this.#story = story;
    this.#paragraph = paragraph;
  }

  read(element: XmlElement, around: Surroundings): void {
    const within = this.#surroundings(element, around);
    if (within === undefined) return;
    for (const child of element.children) if (typeof child !== 'string') this.#readChild(child, within);
  }

  #readChild(child: XmlElement, around: Surroundings): void {
    const { attributes } = child;
    switch (child.name) {
      case 'w:txbxContent':
        this.#paragraph.floats.push({ kind: 'box', content: child });
        break;
      case 'a:blip':
        this.#addPicture([attributes['r:embed'], vectorOf(child), attributes['r:link']], around);
        break;
      case 'v:imagedata':
        this.#addPicture([attributes['r:id'], attributes['r:href']], {
          ...around,
          description: around.description || (attributes['o:title'] ?? ''),
        });
        break;
      case 'v:textpath':
        this.#paragraph.runs.addText(attributes['string'] ?? '', 0, around.link);
        break;
      case 'c:chart':
        this.#addPart(attributes['r:id'], chartTable);
        break;
      case 'dgm:relIds':
        this.#addPart(attributes['r:dm'], diagramList);
        break;
      case 'o:OLEObject':
        this.#story.document.warnings.add(leftOutObject(attributes['ProgID'] ?? ''));
        break;
      case 'mc:AlternateContent': {
        const chosen = chosenAlternative(child);
        if (chosen !== undefined) this.read(chosen, around);
        break;
      }
      default:
        if (/^(?:1|t|true)$/.test(attributes['o:hr'] ?? '')) this.#paragraph.hasRule = true;
        this.read(child, around);
    }
  }

  /** Undefined for a drawing that is not shown. */
  #surroundings(element: XmlElement, around: Surroundings): Surroundings | undefined {
    const own = propertiesOf(element);
    if (own === undefined) {
      const alt = element.attributes['alt'];
      return alt === undefined ? around : { ...around, description: alt };
    }
    const { descr = '', title = '', hidden = '' } = own.attributes;
    if (/^(?:1|true)$/.test(hidden)) return undefined;
    const target = childOf(own, 'a:hlinkClick')?.attributes['r:id'];
    const { document, part } = this.#story;
    const href = linkAddress(document.file.relationshipsOf(part).get(target ?? '')?.target ?? '');
    return {
      description: descr || title || around.description,
      link: href ?? around.link,
    };
  }

  #addPicture(ids: readonly (string | undefined)[], { description, link }: Surroundings): void {
    const html = pictureHtml(this.#story, ids, description);
    this.#paragraph.runs.addAtom(html, link);
  }

  #addPart(id: string | undefined, toHtml: (root: XmlElement | undefined) => string): void {
    const { document, part } = this.#story;
    const relationship = document.file.relationshipsOf(part).get(id ?? '');
    if (relationship === undefined || relationship.isExternal) return;
    const html = toHtml(document.file.parse(relationship.target));
    if (html !== '' && document.budget.take(html.length)) this.#paragraph.floats.push({ kind: 'html', html });
  }
}

/** Name, description and link of a drawing, a picture or a shape. */
function propertiesOf(element: XmlElement): XmlElement | undefined {
  return (
    childOf(element, 'wp:docPr') ??
    childOf(childOf(element, 'pic:nvPicPr'), 'pic:cNvPr') ??
    childOf(element, 'wps:cNvPr')
  );
}

/** The vector version of a picture stands in an extension of its bitmap version. */
function vectorOf(blip: XmlElement): string | undefined {
  for (const extension of childOf(blip, 'a:extLst')?.children ?? []) {
    const svg = typeof extension === 'string' ? undefined : childOf(extension, 'asvg:svgBlip');
    if (svg !== undefined) return svg.attributes['r:embed'];
  }
  return undefined;
}
