import { escapeText } from '../../markup.ts';
import { ommlToMathml } from '../../office/math/omml-to-mathml.ts';
import { isSymbolFont, symbolCharacter, symbolText } from '../../office/symbol-fonts.ts';
import { childOf, textOf, type XmlElement } from '../../xml/xml-element.ts';
import { toInteger, toggleOf } from '../property-value.ts';
import type { Story } from '../story.ts';
import { isMonospacedFont } from '../../office/monospaced-fonts.ts';
import { readRunFormat, type RunFormat } from '../styles/run-format.ts';
import type { ParagraphStyle } from '../styles/style.ts';
import { chosenAlternative } from './alternate-content.ts';
import {
  CODE_MARK,
  EMPHASIS_MARK,
  STRONG_MARK,
  STRUCK,
  SUBSCRIPT_MARK,
  SUPERSCRIPT_MARK,
} from '../../text-document/marks.ts';
import type { Paragraph } from './paragraph.ts';
import { readDrawing } from './read-drawing.ts';

export interface RunPlace {
  story: Story;
  paragraph: Paragraph;
  style: ParagraphStyle;
  link: string | undefined;
}

interface RunLook {
  marks: number;
  font: string | undefined;
  isHidden: boolean;
}

/** Reads a run (`w:r`) to the end of its paragraph. */
export function readRun(run: XmlElement, place: RunPlace): void {
  const look = lookOf(readRunFormat(childOf(run, 'w:rPr')), place);
  readContent(run, place, look);
}

/** The box of a form as text, ticked or not. */
export function boxText(isTicked: boolean): string {
  return isTicked ? '[x]' : '[ ]';
}

function readContent(element: XmlElement, place: RunPlace, look: RunLook): void {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    if (child.name === 'w:fldChar') readFieldCharacter(child, place, look);
    else if (child.name === 'w:instrText') place.story.fields.addInstruction(textOf(child));
    else if (!look.isHidden && !place.story.fields.isHidden && !readChild(child, place, look)) return;
  }
}

/** False when the rest of the run is not to be read. */
function readChild(child: XmlElement, place: RunPlace, look: RunLook): boolean {
  const { story, paragraph } = place;
  const { runs } = paragraph;
  const link = place.link ?? story.fields.link;
  switch (child.name) {
    case 'w:t':
      runs.addText(
        symbolText(isSymbolFont(look.font) ? look.font : undefined, textOf(child)),
        look.marks,
        link,
      );
      break;
    case 'w:tab':
    case 'w:ptab':
      runs.addText('\t', look.marks, link);
      break;
    case 'w:br':
      // Pages and columns have no ends here.
      if (/^(?:page|column)$/.test(child.attributes['w:type'] ?? '')) runs.addText(' ', 0, link);
      else runs.addBreak(link);
      break;
    case 'w:cr':
      runs.addBreak(link);
      break;
    case 'w:noBreakHyphen':
      runs.addText('\u2011', look.marks, link);
      break;
    case 'w:sym': {
      const code = Number.parseInt(child.attributes['w:char'] ?? '', 16);
      runs.addText(symbolCharacter(child.attributes['w:font'], code), look.marks, link);
      break;
    }
    case 'w:footnoteReference':
    case 'w:endnoteReference': {
      const kind = child.name === 'w:footnoteReference' ? 'footnote' : 'endnote';
      runs.addAtom(story.document.notes.refer(kind, child.attributes['w:id'] ?? ''));
      // The mark that the author chose follows; the note has a number here.
      return !/^(?:1|true|on)$/.test(child.attributes['w:customMarkFollows'] ?? '');
    }
    case 'w:ruby':
      runs.addAtom(rubyHtml(child), link);
      break;
    case 'm:oMath':
      runs.addAtom(ommlToMathml(child, false));
      break;
    default:
      readNested(child, place, look, link);
  }
  return true;
}

function readNested(child: XmlElement, place: RunPlace, look: RunLook, link: string | undefined): void {
  switch (child.name) {
    case 'w:rPr':
    case 'w:delText':
    case 'w:delInstrText':
      break;
    case 'w:drawing':
    case 'w:pict':
    case 'w:object':
      readDrawing(place.story, child, place.paragraph, link);
      break;
    case 'mc:AlternateContent': {
      const chosen = chosenAlternative(child);
      if (chosen !== undefined) readContent(chosen, place, look);
      break;
    }
    default:
      readContent(child, place, look);
  }
}

function readFieldCharacter(character: XmlElement, place: RunPlace, look: RunLook): void {
  const { fields } = place.story;
  switch (character.attributes['w:fldCharType']) {
    case 'begin':
      if (!look.isHidden && !fields.isHidden) addFormField(childOf(character, 'w:ffData'), place, look);
      fields.begin();
      break;
    case 'separate':
      fields.separate();
      break;
    case 'end':
      place.paragraph.runs.addText(fields.end(), look.marks, place.link ?? fields.link);
      break;
    default:
  }
}

/** Boxes and choices of old forms keep what was chosen with the field and not in its result. */
function addFormField(form: XmlElement | undefined, place: RunPlace, look: RunLook): void {
  const box = childOf(form, 'w:checkBox');
  if (box !== undefined) {
    const isTicked = toggleOf(box, 'w:checked') ?? toggleOf(box, 'w:default') ?? false;
    place.paragraph.runs.addText(boxText(isTicked), look.marks);
  }
  const choices = childOf(form, 'w:ddList');
  if (choices === undefined) return;
  const entries = choices.children.filter(
    (child) => typeof child !== 'string' && child.name === 'w:listEntry',
  );
  const chosen = childOf(choices, 'w:result') ?? childOf(choices, 'w:default');
  const entry = entries[toInteger(chosen?.attributes['w:val']) ?? 0];
  if (entry !== undefined && typeof entry !== 'string') {
    place.paragraph.runs.addText(entry.attributes['w:val'] ?? '', look.marks);
  }
}

/**
 * Bold and italic of a paragraph style say what the paragraph is, and are no emphasis in it: only the run itself and its
 * character style count.
 */
function lookOf(format: RunFormat, { story, style }: RunPlace): RunLook {
  const { styles } = story.document;
  const character = format.style === undefined ? undefined : styles.character(format.style);
  const run = character === undefined ? format : { ...character.run, ...format };
  let marks = 0;
  if (run.isBold === true) marks |= STRONG_MARK;
  if (run.isItalic === true) marks |= EMPHASIS_MARK;
  if (run.isStruck === true) marks |= STRUCK;
  if (run.position === 'superscript') marks |= SUPERSCRIPT_MARK;
  else if (run.position === 'subscript') marks |= SUBSCRIPT_MARK;
  const isCode = character?.isCode === true || (!styles.isMonospaced && isMonospacedFont(run.font));
  if (isCode) marks |= CODE_MARK;
  return {
    marks,
    font: run.font ?? style.run.font,
    isHidden: (run.isHidden ?? style.run.isHidden) === true || run.isWebHidden === true,
  };
}

function rubyHtml(ruby: XmlElement): string {
  const base = escapeText(shownTextOf(childOf(ruby, 'w:rubyBase')));
  const above = escapeText(shownTextOf(childOf(ruby, 'w:rt')));
  return above === '' ? base : `<ruby>${base}<rt>${above}</rt></ruby>`;
}

function shownTextOf(element: XmlElement | undefined): string {
  let text = '';
  for (const child of element?.children ?? []) {
    if (typeof child === 'string') continue;
    text += child.name === 'w:t' ? textOf(child) : shownTextOf(child);
  }
  return text;
}
