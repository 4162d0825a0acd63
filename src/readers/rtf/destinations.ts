import type { CounterFormat } from '../office/number-format.ts';
import { leftOutObject, LEFT_OUT_PICTURES } from '../office/left-out.ts';
import { footnoteMark } from '../html-writer/footnotes.ts';
import { escapeAttribute } from '../markup.ts';
import { bookmarkId, cleanName } from './bookmarks.ts';
import { SKIPPED, type Destination } from './destination.ts';
import { RtfField } from './field.ts';
import { formulaDestination } from './formula.ts';
import type { HtmlCollector } from './html-collector.ts';
import { PictureReader } from './picture.ts';
import type { RtfDocument } from './rtf-document.ts';
import { PLAIN_CHARACTERS, PLAIN_PARAGRAPH, type RtfState } from './rtf-state.ts';
import { SHAPE_DESTINATIONS } from './shape-destinations.ts';

/** Gives the change of a destination's start to its group; undefined for words that start none. */
export type StartDestination = (document: RtfDocument, state: RtfState) => Partial<RtfState> | undefined;

const MAX_BOOKMARK = 100;
/** Words for the numbers of old lists. */
const OLD_FORMATS: Readonly<Record<string, CounterFormat>> = {
  pnucrm: 'upperRoman',
  pnlcrm: 'lowerRoman',
  pnucltr: 'upperLetter',
  pnlcltr: 'lowerLetter',
};

const skip: StartDestination = () => ({ destination: SKIPPED });
const body: StartDestination = (document) => ({ destination: document.body });

/** Destinations whose content is not part of the text. */
const LEFT_OUT = [
  'header',
  'headerl',
  'headerr',
  'headerf',
  'footer',
  'footerl',
  'footerr',
  'footerf',
  'ftnsep',
  'ftnsepc',
  'ftncn',
  'aftnsep',
  'aftnsepc',
  'aftncn',
  'colortbl',
  'filetbl',
  'revtbl',
  'rsidtbl',
  'xe',
  'tc',
  'tcn',
  'rxe',
  'txe',
  'nonshppict',
  'nonesttables',
  'shprslt',
  'objdata',
  'objname',
  'annotation',
  'atnid',
  'atnauthor',
  'atntime',
  'atndate',
  'atnref',
  'atnparent',
  'atrfstart',
  'atrfend',
  'bkmkend',
  'datafield',
  'template',
  'operator',
  'company',
  'category',
  'manager',
  'hlinkbase',
  'printim',
  'buptim',
  'pntxta',
  'pntxtb',
  'pnseclvl',
  'background',
  'themedata',
  'colorschememapping',
  'datastore',
  'latentstyles',
  'mmathPr',
  'mmathPict',
  'fontemb',
  'fontfile',
  'falt',
  'panose',
  'blipuid',
  'formtype',
  'ffname',
  'ffdeftext',
  'ffhelptext',
  'ffstattext',
  'ffentrymcr',
  'ffexitmcr',
  'ffformat',
  'ffl',
  'g',
  'leveltext',
  'levelnumbers',
  'listname',
  'liststylename',
  'xmlnstbl',
] as const;

/** Words that start a destination, other than those that are left out. */
const STARTS: Readonly<Record<string, StartDestination>> = {
  fonttbl: (document) => ({
    destination: {
      word: (name, parameter) => document.fonts.word(name, parameter),
      text: (text) => document.fonts.text(text),
    },
  }),
  stylesheet: (document) => ({
    destination: {
      open: () => document.styles.start(),
      word: (name, parameter) => document.styles.word(name, parameter),
      text: (text) => document.styles.text(text),
    },
  }),
  listtable: listTables,
  listoverridetable: listTables,
  info: () => ({ destination: SKIPPED_INFO }),
  userprops: () => ({ destination: SKIPPED_INFO }),
  title: infoText('title'),
  subject: infoText('subject'),
  author: infoText('author'),
  keywords: infoText('keywords'),
  doccomm: infoText('doccomm'),
  comment: infoText('comment'),
  creatim: infoText('creatim'),
  revtim: infoText('revtim'),
  generator: infoText('generator'),
  propname: infoText('propname'),
  staticval: infoText('staticval'),
  listtext: mark,
  pntext: mark,
  pn: (document) => ({ destination: oldNumbering(document) }),
  footnote: note,
  bkmkstart: bookmark,
  field: (_, state) => ({ field: new RtfField(), destination: state.destination }),
  fldinst: fieldInstruction,
  formfield: (_, { field }) => ({ destination: { word: (name, value) => field?.formWord(name, value) } }),
  fldrslt: fieldResult,
  pict: picture,
  shppict: body,
  ...SHAPE_DESTINATIONS,
  object: body,
  objclass: objectClass,
  result: body,
  nesttableprops: (document, state) => ({
    destination: { word: (name, parameter) => document.nestedTableWord(name, parameter, state) },
  }),
  upr: (_, state) => ({ destination: {}, unicodeDestination: state.destination }),
  ud: (_, state) => ({ destination: state.unicodeDestination ?? state.destination }),
  mmath: body,
  moMath: formula('oMath'),
  moMathPara: formula('oMathPara'),
  htmltag: ({ mail }) => (mail === undefined ? { destination: SKIPPED } : { destination: htmlTag(mail) }),
  ...Object.fromEntries(LEFT_OUT.map((name) => [name, skip])),
};

function formula(name: 'oMath' | 'oMathPara'): StartDestination {
  return (_, state) => ({
    destination: formulaDestination(name, (html) => {
      if (!state.isHidden && !state.isDeleted) state.flow.runs.addAtom(html, state.href);
    }),
  });
}

/** Words in a tag are characters of it. */
function htmlTag(mail: HtmlCollector): Destination {
  return {
    text: (text) => mail.markup(text),
    word(name) {
      if (name === 'par' || name === 'line') mail.markup('\n');
    },
  };
}

/** Inside it, texts and times are destinations of their own. */
const SKIPPED_INFO: Destination = {};

/** How a word starts a destination; undefined for words that start none. */
export function destinationOf(name: string): StartDestination | undefined {
  return Object.hasOwn(STARTS, name) ? STARTS[name] : undefined;
}

function listTables(document: RtfDocument): Partial<RtfState> {
  return { destination: { word: (name, parameter) => document.lists.word(name, parameter) } };
}

/** Words such as `title` mean something in the information group only. */
function infoText(name: string): StartDestination {
  return (document, state) => {
    if (state.destination.isBody === true && name !== 'generator') return undefined;
    const destination = document.info.destination(name);
    return destination === undefined ? undefined : { destination };
  };
}

function mark(document: RtfDocument): Partial<RtfState> {
  document.mark = '';
  return {
    destination: {
      text(text) {
        if (document.mark.length < 100) document.mark += text;
      },
      // A mark that is a character of a symbol font may not be known; it is a mark all the same.
      end() {
        if (document.mark.trim() === '') document.mark = '•';
      },
    },
  };
}

/** The objects themselves are not read; their picture follows them. */
function objectClass(document: RtfDocument): Partial<RtfState> {
  let name = '';
  return {
    destination: {
      text(text) {
        if (name.length < 100) name += text;
      },
      end: () => void document.warnings.add(leftOutObject(name)),
    },
  };
}

function oldNumbering(document: RtfDocument): Destination {
  document.oldNumbering = undefined;
  return {
    word(name, parameter = 1) {
      if (name === 'pnlvlblt') document.oldNumbering = { format: 'bullet', level: 0 };
      else if (name === 'pnlvlbody') document.oldNumbering = { format: 'decimal', level: 0 };
      else if (name === 'pnlvl') {
        document.oldNumbering = { format: 'decimal', level: Math.max(0, parameter - 1) };
      } else if (document.oldNumbering !== undefined) {
        document.oldNumbering.format = OLD_FORMATS[name] ?? document.oldNumbering.format;
      }
    },
  };
}

function bookmark(document: RtfDocument, state: RtfState): Partial<RtfState> {
  if (state.destination.isBody !== true) return { destination: SKIPPED };
  let text = '';
  return {
    destination: {
      text(part) {
        if (text.length <= MAX_BOOKMARK) text += part;
      },
      end() {
        const name = cleanName(text);
        if (!document.choices.targets.has(name) || document.places.has(name)) return;
        document.places.add(name);
        state.flow.target(bookmarkId(name));
      },
    },
  };
}

function note(document: RtfDocument, state: RtfState): Partial<RtfState> {
  if (state.destination.isBody !== true || state.isHidden || state.isDeleted) return { destination: SKIPPED };
  const outer = state.flow;
  const flow = document.startFlow(outer, true);
  const change = { ...PLAIN_CHARACTERS, paragraph: PLAIN_PARAGRAPH, href: undefined, field: undefined };
  if (flow === outer) return change;
  const number = document.footnotes.start();
  outer.runs.addAtom(footnoteMark(number));
  return {
    ...change,
    flow,
    destination: { ...document.body, end: () => document.footnotes.fill(number, flow.finishNote()) },
  };
}

function fieldInstruction(document: RtfDocument, { field, destination }: RtfState): Partial<RtfState> {
  if (field === undefined) return { destination: SKIPPED };
  return {
    destination: {
      text: (text) => field.addInstruction(text),
      // The text of a field in the instruction of another belongs to that instruction.
      end: () =>
        destination.isBody === true ? endInstruction(document, field) : destination.text?.(field.symbol),
    },
  };
}

function endInstruction(document: RtfDocument, field: RtfField): void {
  const { state } = document;
  if (state.isHidden || state.isDeleted) return;
  const { symbol, pictureAddress } = field;
  document.show(symbol, state);
  if (pictureAddress !== undefined) {
    state.flow.runs.addAtom(`<img src="${escapeAttribute(pictureAddress)}" alt="">`, state.href);
  }
}

function fieldResult(document: RtfDocument, state: RtfState): Partial<RtfState> {
  const { field } = state;
  if (field?.hidesResult === true) return { destination: SKIPPED };
  // A field in the instruction of another has its result there.
  const outer = state.destination;
  return {
    destination: outer,
    href: outer.isBody === true ? (field?.hrefTo(document.choices.targets) ?? state.href) : state.href,
  };
}

function picture(document: RtfDocument, state: RtfState): Partial<RtfState> {
  const isShown = !state.isHidden && !state.isDeleted && !document.budget.isExceeded;
  document.shapeAlt = '';
  const onEnd = (html: string): void => {
    if (isShown) state.flow.runs.addAtom(html, state.href);
  };
  const onLeftOut = (): void => void document.warnings.add(LEFT_OUT_PICTURES);
  const reader = new PictureReader(isShown && document.choices.hasImages, onEnd, onLeftOut);
  const end = (): void => {
    reader.alt = document.shapeAlt;
    reader.end();
  };
  return {
    destination: { bytes: (bytes) => reader.bytes(bytes), binary: (bytes) => reader.binary(bytes), end },
  };
}
