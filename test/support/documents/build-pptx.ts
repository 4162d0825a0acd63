import { buildZip } from './build-zip.ts';

export interface SlideParts {
  /** Content of the shape tree. */
  shapes: string;
  /** Content of the notes' shape tree. */
  notes?: string;
  /** Further relationships, as elements. */
  links?: string;
  isHidden?: boolean;
}

const NAMES =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" ' +
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" ' +
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A relationship as an element. */
export function relationship(id: string, type: string, target: string, isExternal = false): string {
  return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${isExternal ? ' TargetMode="External"' : ''}/>`;
}

/** A presentation from the XML of its slides, with one layout and one master whose body text has bullets. */
export function buildPptx(
  slides: readonly SlideParts[],
  others: Readonly<Record<string, string | Uint8Array>> = {},
): Buffer {
  const relationships = (content: string): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`;
  const tree = (element: string, shapes: string, rest = '', attributes = ''): string =>
    `<p:${element} ${NAMES}${attributes}><p:cSld><p:spTree><p:nvGrpSpPr/><p:grpSpPr/>${shapes}</p:spTree></p:cSld>${rest}</p:${element}>`;
  const parts: Record<string, string | Uint8Array> = {
    '_rels/.rels': relationships(relationship('rId1', 'officeDocument', 'ppt/presentation.xml')),
    'ppt/presentation.xml': `<p:presentation ${NAMES}><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="s${at}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(
      // Files are numbered from the end: their names do not tell the order.
      slides
        .map((_, at) => relationship(`s${at}`, 'slide', `slides/slide${slides.length - at}.xml`))
        .join(''),
    ),
    'ppt/slideLayouts/slideLayout1.xml': tree(
      'sldLayout',
      shape('', { placeholder: 'type="title"', box: [0, 0, 900, 100] }) +
        shape('', { placeholder: 'idx="1"', box: [0, 200, 400, 400] }) +
        shape('', { placeholder: 'idx="2"', box: [500, 200, 400, 400] }) +
        shape('', { placeholder: 'type="subTitle" idx="3"', lists: '<a:lvl1pPr><a:buNone/></a:lvl1pPr>' }),
    ),
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relationships(
      relationship('m', 'slideMaster', '../slideMasters/slideMaster1.xml'),
    ),
    'ppt/slideMasters/slideMaster1.xml': tree(
      'sldMaster',
      '',
      '<p:txStyles><p:titleStyle/><p:bodyStyle><a:lvl1pPr><a:buChar char="-"/></a:lvl1pPr><a:lvl2pPr><a:buChar char="-"/></a:lvl2pPr></p:bodyStyle></p:txStyles>',
    ),
  };
  for (const [at, { shapes, notes, links = '', isHidden }] of slides.entries()) {
    const number = slides.length - at;
    parts[`ppt/slides/slide${number}.xml`] = tree('sld', shapes, '', isHidden === true ? ' show="0"' : '');
    parts[`ppt/slides/_rels/slide${number}.xml.rels`] = relationships(
      relationship('layout', 'slideLayout', '../slideLayouts/slideLayout1.xml') +
        (notes === undefined
          ? ''
          : relationship('notes', 'notesSlide', `../notesSlides/notesSlide${number}.xml`)) +
        links,
    );
    if (notes !== undefined) parts[`ppt/notesSlides/notesSlide${number}.xml`] = tree('notes', notes);
  }
  return buildZip({ ...parts, ...others });
}

export interface ShapeFacts {
  /** Attributes of the placeholder. */
  placeholder?: string;
  /** Left, top, width and height. */
  box?: readonly [number, number, number, number];
  /** Content of the list style. */
  lists?: string;
}

/** A shape with text: its paragraphs are XML, or plain texts. */
export function shape(
  paragraphs: string | readonly string[],
  { placeholder, box, lists = '' }: ShapeFacts = {},
): string {
  const text = typeof paragraphs === 'string' ? paragraphs : paragraphs.map((one) => paragraph(one)).join('');
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:cNvSpPr/><p:nvPr>${placeholder === undefined ? '' : `<p:ph ${placeholder}/>`}</p:nvPr></p:nvSpPr>` +
    `<p:spPr>${box === undefined ? '' : transform(box)}</p:spPr><p:txBody><a:bodyPr/><a:lstStyle>${lists}</a:lstStyle>${text}</p:txBody></p:sp>`
  );
}

export function paragraph(text: string, properties = ''): string {
  return `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`;
}

export function transform(
  [x, y, width, height]: readonly [number, number, number, number],
  element = 'a:xfrm',
): string {
  return `<${element}><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></${element}>`;
}
