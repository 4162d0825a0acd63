/** Declarations of a style, without comments: lower-case names and values. */
export type Declarations = ReadonlyMap<string, string>;

const MAX_DECLARATIONS = 200;
/** Text of this size or smaller is there for machines. */
const MAX_UNREADABLE_PX = 2;
/** So far outside nobody scrolls. */
const OUTSIDE_PX = -400;
const PX: Readonly<Record<string, number>> = {
  px: 1,
  '': 1,
  pt: 1.33,
  em: 16,
  rem: 16,
  ch: 8,
  vw: 12,
  vh: 8,
  cm: 38,
  in: 96,
};
const LENGTH = /^(-?\d{0,9}\.?\d{1,9})(px|pt|em|rem|ch|vw|vh|cm|in|)$/;
const FLAT = /^(?:0|0?\.0\d*|0?\.00\d*)$/;
const ZERO_SCALE = /\bscale(?:3d|x|y)?\(\s*0?\.?0*\s*[,)]/;
const FAR_TRANSLATE =
  /\btranslate(?:3d|x|y)?\(\s*(?:[^,)]{1,20},\s*)?(-\d{1,9}(?:\.\d{1,9})?)(px|em|rem|vw|vh)/;
const EMPTY_CLIP =
  /^rect\(\s*(?:0|1)(?:px)?[\s,]+(?:0|1)(?:px)?[\s,]+(?:0|1)(?:px)?[\s,]+(?:0|1)(?:px)?\s*\)/;
const EMPTY_PATH =
  /^(?:inset\(\s*(?:[5-9]\d|100)(?:\.\d+)?%\s*\)|circle\(\s*0|polygon\(\s*0(?:px|%)?\s+0(?:px|%)?\s*(?:,\s*0(?:px|%)?\s+0(?:px|%)?\s*)*\))/;

/** Reads the declarations of a `style` attribute or of a rule. Linear. */
export function readDeclarations(style: string): Declarations {
  const declarations = new Map<string, string>();
  const plain = style.includes('/*') ? style.replace(/\/\*[^]*?(?:\*\/|$)/g, ' ') : style;
  for (const declaration of plain.toLowerCase().split(';', MAX_DECLARATIONS)) {
    const colon = declaration.indexOf(':');
    if (colon === -1) continue;
    const value = declaration
      .slice(colon + 1)
      .replace('!important', '')
      .trim();
    declarations.set(declaration.slice(0, colon).trim(), value);
  }
  return declarations;
}

/** Whether an element with these declarations shows no text that anybody could read. */
export function isHiding(style: Declarations): boolean {
  const of = (name: string): string => style.get(name) ?? '';
  return (
    of('display') === 'none' ||
    /^(?:hidden|collapse)$/.test(of('visibility')) ||
    of('content-visibility') === 'hidden' ||
    FLAT.test(of('opacity')) ||
    /^opacity\(\s*0?\.?0*%?\s*\)/.test(of('filter')) ||
    isUnreadablySmall(style) ||
    isInvisiblyColoured(style) ||
    isOutside(style) ||
    isShrunk(style) ||
    EMPTY_CLIP.test(of('clip')) ||
    EMPTY_PATH.test(of('clip-path'))
  );
}

/** The background that a style gives; undefined when it gives none, or a picture. */
export function backgroundOf(style: Declarations): string | undefined {
  const written = style.get('background-color') ?? style.get('background');
  return written === undefined ? undefined : colourOf(written);
}

/** A colour in one form, as far as it is a plain one: `#rrggbb`, a name, `transparent`. */
export function colourOf(written: string): string | undefined {
  const value = written.trim();
  const short = /^#([\da-f])([\da-f])([\da-f])$/.exec(value);
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`;
  const rgb = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:\s*[,/]\s*([\d.]{1,6})%?)?\s*\)$/.exec(
    value,
  );
  if (rgb?.[4] !== undefined && Number(rgb[4]) <= 0.05) return 'transparent';
  if (rgb)
    return `#${rgb
      .slice(1, 4)
      .map((part) => Number(part).toString(16).padStart(2, '0'))
      .join('')}`;
  if (value === 'white') return '#ffffff';
  if (value === 'black') return '#000000';
  return /^(?:#[\da-f]{6}|[a-z]{3,20})$/.test(value) ? value : undefined;
}

function isUnreadablySmall(style: Declarations): boolean {
  const size = style.get('font-size');
  if (size === undefined) return false;
  if (/^0(?:\.\d+)?%$/.test(size)) return true;
  const px = pxOf(size);
  return px !== undefined && px <= MAX_UNREADABLE_PX;
}

function isInvisiblyColoured(style: Declarations): boolean {
  const colour = colourOf(style.get('color') ?? style.get('-webkit-text-fill-color') ?? '');
  if (colour === undefined) return false;
  // Text in the form of its background is a way of decoration.
  if (colour === 'transparent')
    return !(style.get('background-clip') ?? style.get('-webkit-background-clip') ?? '').includes('text');
  return colour === backgroundOf(style);
}

function isOutside(style: Declarations): boolean {
  const isPlaced = /^(?:absolute|fixed)$/.test(style.get('position') ?? '');
  const sides = [
    ...(isPlaced ? ['left', 'top', 'right', 'bottom', 'inset-inline-start'] : []),
    'text-indent',
    'margin-left',
    'margin-top',
  ];
  const isFar = sides.some((side) => (pxOf(style.get(side) ?? '') ?? 0) <= OUTSIDE_PX);
  const [, amount, unit = ''] = FAR_TRANSLATE.exec(style.get('transform') ?? '') ?? [];
  return isFar || (amount !== undefined && Number(amount) * (PX[unit] ?? 1) <= OUTSIDE_PX);
}

function isShrunk(style: Declarations): boolean {
  if (ZERO_SCALE.test(style.get('transform') ?? '') || FLAT.test(style.get('zoom') ?? '')) return true;
  const isCut = /^(?:hidden|clip)/.test(style.get('overflow') ?? style.get('overflow-y') ?? '');
  const sizes = ['height', 'max-height', 'width', 'max-width'];
  return isCut && sizes.some((side) => (pxOf(style.get(side) ?? '') ?? Infinity) <= 1);
}

function pxOf(value: string): number | undefined {
  const [, amount, unit = ''] = LENGTH.exec(value) ?? [];
  return amount === undefined ? undefined : Number(amount) * (PX[unit] ?? 1);
}
