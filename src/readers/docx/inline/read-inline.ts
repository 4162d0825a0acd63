import { ommlToMathml } from '../../office/math/omml-to-mathml.ts';
import { childOf, type XmlElement } from '../../xml/xml-element.ts';
import type { Story } from '../story.ts';
import { chosenAlternative } from './alternate-content.ts';
import { joinAddress } from './field-stack.ts';
import { boxText, readRun, type RunPlace } from './read-run.ts';

/** Ids that notes have. */
const NOTE_ID = /^fn(?:ref)?\d+$/;
/** Bookmarks that Word sets for itself and that nothing leads to. */
const INTERNAL_BOOKMARK = /^_(?:GoBack$|Hlk)/;

/** Reads what is in a paragraph (`w:p`) or in an element within; elements that are not known give their content. */
export function readInline(parent: XmlElement, place: RunPlace): void {
  for (const child of parent.children) if (typeof child !== 'string') readChild(child, place);
}

/** Notes a bookmark as a place that links lead to. */
export function addBookmark(bookmark: XmlElement, { document }: Story, ids: string[]): void {
  const name = bookmark.attributes['w:name'] ?? '';
  if (name === '' || NOTE_ID.test(name) || INTERNAL_BOOKMARK.test(name) || document.ids.has(name)) return;
  document.ids.add(name);
  ids.push(name);
}

function readChild(child: XmlElement, place: RunPlace): void {
  const { story, paragraph } = place;
  switch (child.name) {
    case 'w:r':
      readRun(child, place);
      break;
    case 'w:pPr':
    case 'w:sdtPr':
    case 'w:del':
    case 'w:moveFrom':
      break;
    case 'w:hyperlink':
      readHyperlink(child, place);
      break;
    case 'w:fldSimple':
      story.fields.begin();
      story.fields.addInstruction(child.attributes['w:instr'] ?? '');
      story.fields.separate();
      readInline(child, place);
      paragraph.runs.addText(story.fields.end(), 0, place.link ?? story.fields.link);
      break;
    case 'w:bookmarkStart':
      addBookmark(child, story, paragraph.ids);
      break;
    case 'w:sdt':
      readControl(child, place);
      break;
    case 'm:oMathPara':
    case 'm:oMath':
      readFormula(child, place);
      break;
    case 'mc:AlternateContent': {
      const chosen = chosenAlternative(child);
      if (chosen !== undefined) readInline(chosen, place);
      break;
    }
    case 'w:subDoc':
      story.document.warnings.add('Parts of the document that are kept in other files are left out');
      break;
    default:
      readInline(child, place);
  }
}

function readHyperlink(element: XmlElement, place: RunPlace): void {
  const { document, part } = place.story;
  const id = element.attributes['r:id'];
  const target = id === undefined ? undefined : document.file.relationshipsOf(part).get(id)?.target;
  const href = joinAddress(target, element.attributes['w:anchor'] ?? element.attributes['w:docLocation']);
  readInline(element, href === undefined ? place : { ...place, link: href });
}

/** A content control: a box to be ticked, or what was filled in. */
function readControl(control: XmlElement, place: RunPlace): void {
  const box = childOf(childOf(control, 'w:sdtPr'), 'w14:checkbox');
  if (box === undefined) {
    readInline(control, place);
    return;
  }
  const checked = childOf(box, 'w14:checked')?.attributes['w14:val'] ?? '0';
  place.paragraph.runs.addText(boxText(/^(?:1|true|on)$/.test(checked)));
}

function readFormula(formula: XmlElement, { story, paragraph }: RunPlace): void {
  if (story.fields.isHidden) return;
  if (formula.name === 'm:oMath') {
    paragraph.runs.addAtom(ommlToMathml(formula, false));
    return;
  }
  for (const child of formula.children) {
    if (typeof child !== 'string' && child.name === 'm:oMath')
      paragraph.runs.addAtom(ommlToMathml(child, true));
  }
}
