/** Tag ids of the flat tree. Ids below `FIRST_ELEMENT_TAG` are not elements. */
export const DOCUMENT = 0;
export const TEXT = 1;
export const COMMENT = 2;
export const DOCTYPE = 3;
export const FIRST_ELEMENT_TAG = 4;

export const A = 4;
export const ABBR = 5;
export const ADDRESS = 6;
export const ANNOTATION = 7;
export const ANNOTATION_XML = 8;
export const APPLET = 9;
export const AREA = 10;
export const ARTICLE = 11;
export const ASIDE = 12;
export const AUDIO = 13;
export const B = 14;
export const BASE = 15;
export const BASEFONT = 16;
export const BDI = 17;
export const BDO = 18;
export const BGSOUND = 19;
export const BIG = 20;
export const BLOCKQUOTE = 21;
export const BODY = 22;
export const BR = 23;
export const BUTTON = 24;
export const CANVAS = 25;
export const CAPTION = 26;
export const CENTER = 27;
export const CITE = 28;
export const CODE = 29;
export const COL = 30;
export const COLGROUP = 31;
export const DATA = 32;
export const DATALIST = 33;
export const DD = 34;
export const DEL = 35;
export const DESC = 36;
export const DETAILS = 37;
export const DFN = 38;
export const DIALOG = 39;
export const DIR = 40;
export const DIV = 41;
export const DL = 42;
export const DT = 43;
export const EM = 44;
export const EMBED = 45;
export const FIELDSET = 46;
export const FIGCAPTION = 47;
export const FIGURE = 48;
export const FONT = 49;
export const FOOTER = 50;
export const FOREIGNOBJECT = 51;
export const FORM = 52;
export const FRAME = 53;
export const FRAMESET = 54;
export const H1 = 55;
export const H2 = 56;
export const H3 = 57;
export const H4 = 58;
export const H5 = 59;
export const H6 = 60;
export const HEAD = 61;
export const HEADER = 62;
export const HGROUP = 63;
export const HR = 64;
export const HTML = 65;
export const I = 66;
export const IFRAME = 67;
export const IMAGE = 68;
export const IMG = 69;
export const INPUT = 70;
export const INS = 71;
export const KBD = 72;
export const KEYGEN = 73;
export const LABEL = 74;
export const LEGEND = 75;
export const LI = 76;
export const LINK = 77;
export const LISTING = 78;
export const MAIN = 79;
export const MALIGNMARK = 80;
export const MAP = 81;
export const MARK = 82;
export const MARQUEE = 83;
export const MATH = 84;
export const MENU = 85;
export const MENUITEM = 86;
export const META = 87;
export const METER = 88;
export const MGLYPH = 89;
export const MI = 90;
export const MN = 91;
export const MO = 92;
export const MROW = 93;
export const MS = 94;
export const MTEXT = 95;
export const NAV = 96;
export const NOBR = 97;
export const NOEMBED = 98;
export const NOFRAMES = 99;
export const NOSCRIPT = 100;
export const OBJECT = 101;
export const OL = 102;
export const OPTGROUP = 103;
export const OPTION = 104;
export const OUTPUT = 105;
export const P = 106;
export const PARAM = 107;
export const PICTURE = 108;
export const PLAINTEXT = 109;
export const PORTAL = 110;
export const PRE = 111;
export const PROGRESS = 112;
export const Q = 113;
export const RB = 114;
export const RP = 115;
export const RT = 116;
export const RTC = 117;
export const RUBY = 118;
export const S = 119;
export const SAMP = 120;
export const SCRIPT = 121;
export const SEARCH = 122;
export const SECTION = 123;
export const SELECT = 124;
export const SEMANTICS = 125;
export const SLOT = 126;
export const SMALL = 127;
export const SOURCE = 128;
export const SPAN = 129;
export const STRIKE = 130;
export const STRONG = 131;
export const STYLE = 132;
export const SUB = 133;
export const SUMMARY = 134;
export const SUP = 135;
export const SVG = 136;
export const TABLE = 137;
export const TBODY = 138;
export const TD = 139;
export const TEMPLATE = 140;
export const TEXTAREA = 141;
export const TFOOT = 142;
export const TH = 143;
export const THEAD = 144;
export const TIME = 145;
export const TITLE = 146;
export const TR = 147;
export const TRACK = 148;
export const TT = 149;
export const U = 150;
export const UL = 151;
export const VAR = 152;
export const VIDEO = 153;
export const WBR = 154;
export const XMP = 155;

/** Names by id: the name of `id` is `TAG_NAMES[id - FIRST_ELEMENT_TAG]`. */
export const TAG_NAMES: readonly string[] = [
  'a',
  'abbr',
  'address',
  'annotation',
  'annotation-xml',
  'applet',
  'area',
  'article',
  'aside',
  'audio',
  'b',
  'base',
  'basefont',
  'bdi',
  'bdo',
  'bgsound',
  'big',
  'blockquote',
  'body',
  'br',
  'button',
  'canvas',
  'caption',
  'center',
  'cite',
  'code',
  'col',
  'colgroup',
  'data',
  'datalist',
  'dd',
  'del',
  'desc',
  'details',
  'dfn',
  'dialog',
  'dir',
  'div',
  'dl',
  'dt',
  'em',
  'embed',
  'fieldset',
  'figcaption',
  'figure',
  'font',
  'footer',
  'foreignobject',
  'form',
  'frame',
  'frameset',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'head',
  'header',
  'hgroup',
  'hr',
  'html',
  'i',
  'iframe',
  'image',
  'img',
  'input',
  'ins',
  'kbd',
  'keygen',
  'label',
  'legend',
  'li',
  'link',
  'listing',
  'main',
  'malignmark',
  'map',
  'mark',
  'marquee',
  'math',
  'menu',
  'menuitem',
  'meta',
  'meter',
  'mglyph',
  'mi',
  'mn',
  'mo',
  'mrow',
  'ms',
  'mtext',
  'nav',
  'nobr',
  'noembed',
  'noframes',
  'noscript',
  'object',
  'ol',
  'optgroup',
  'option',
  'output',
  'p',
  'param',
  'picture',
  'plaintext',
  'portal',
  'pre',
  'progress',
  'q',
  'rb',
  'rp',
  'rt',
  'rtc',
  'ruby',
  's',
  'samp',
  'script',
  'search',
  'section',
  'select',
  'semantics',
  'slot',
  'small',
  'source',
  'span',
  'strike',
  'strong',
  'style',
  'sub',
  'summary',
  'sup',
  'svg',
  'table',
  'tbody',
  'td',
  'template',
  'textarea',
  'tfoot',
  'th',
  'thead',
  'time',
  'title',
  'tr',
  'track',
  'tt',
  'u',
  'ul',
  'var',
  'video',
  'wbr',
  'xmp',
];
/** First id given to a name outside the table; such ids hold for one tree only. */
export const FIRST_UNKNOWN_TAG = FIRST_ELEMENT_TAG + TAG_NAMES.length;

const IDS: ReadonlyMap<string, number> = new Map(
  TAG_NAMES.map((name, index) => [name, FIRST_ELEMENT_TAG + index]),
);

/** Id of a lower-case element name, undefined when it is outside the table. */
export function tagId(name: string): number | undefined {
  return IDS.get(name);
}
