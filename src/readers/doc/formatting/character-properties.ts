import { SPRM } from './sprm-codes.ts';
import type { Sprm } from './sprm.ts';

/** How characters look, as far as it means something. */
export interface CharacterProperties {
  isBold: boolean;
  isItalic: boolean;
  isStruck: boolean;
  isHidden: boolean;
  /** Deleted while changes were tracked. */
  isDeleted: boolean;
  position: 'baseline' | 'superscript' | 'subscript';
  /** Index of the font. */
  font: number;
  /** The characters stand for something else. */
  isSpecial: boolean;
  /** A character that stands for data of a field, not a picture. */
  isData: boolean;
  isOle: boolean;
  /** Offset of the picture in the data stream; -1 for none. */
  picture: number;
  /** A character of a symbol font, in place of the one in the text. */
  symbol: { font: number; code: number } | undefined;
  /** Windows LCID; 0 when it is not stated. */
  language: number;
}

export const DEFAULT_CHARACTER: CharacterProperties = {
  isBold: false,
  isItalic: false,
  isStruck: false,
  isHidden: false,
  isDeleted: false,
  position: 'baseline',
  font: 0,
  isSpecial: false,
  isData: false,
  isOle: false,
  picture: -1,
  symbol: undefined,
  language: 0,
};

type Flag = 'isBold' | 'isItalic' | 'isStruck' | 'isHidden';
/** Switches that are on or off whatever the style says. */
type Switch = 'isDeleted' | 'isSpecial' | 'isData' | 'isOle';

const TOGGLES: ReadonlyMap<number, Flag> = new Map<number, Flag>([
  [SPRM.isBold, 'isBold'],
  [SPRM.isItalic, 'isItalic'],
  [SPRM.isStruck, 'isStruck'],
  [SPRM.isDoublyStruck, 'isStruck'],
  [SPRM.isHidden, 'isHidden'],
]);
const SWITCHES: ReadonlyMap<number, Switch> = new Map<number, Switch>([
  [SPRM.isDeleted, 'isDeleted'],
  [SPRM.isSpecial, 'isSpecial'],
  [SPRM.isData, 'isData'],
  [SPRM.isOle, 'isOle'],
]);
/** Half points; what is moved less is only adjusted. */
const MIN_RAISED = 2;
const AS_STYLE = 0x80;
const NOT_AS_STYLE = 0x81;

/** `base` changed by `sprms`. A toggle may also say: as the style, or the opposite of it ([MS-DOC] 2.9.327). */
export function applyCharacterSprms(base: CharacterProperties, sprms: readonly Sprm[]): CharacterProperties {
  if (sprms.length === 0) return base;
  const changed = { ...base };
  for (const sprm of sprms) {
    const flag = TOGGLES.get(sprm.code);
    if (flag !== undefined) changed[flag] = toggle(base[flag], sprm.value);
    else applyOne(changed, sprm, base);
  }
  return changed;
}

function toggle(base: boolean, value: number): boolean {
  if (value === AS_STYLE) return base;
  return value === NOT_AS_STYLE ? !base : value === 1;
}

function applyOne(changed: CharacterProperties, sprm: Sprm, base: CharacterProperties): void {
  const { code, value, operand } = sprm;
  const property = SWITCHES.get(code);
  if (property !== undefined) changed[property] = value !== 0;
  else if (code === SPRM.font) changed.font = value;
  else if (code === SPRM.language || code === SPRM.language80) changed.language = value;
  else if (code === SPRM.pictureLocation) {
    changed.picture = operand === undefined ? value : operand.u32(0);
    changed.isSpecial = true;
  } else if (code === SPRM.verticalPosition) {
    changed.position = value === 1 ? 'superscript' : value === 2 ? 'subscript' : 'baseline';
  } else if (code === SPRM.raised) {
    const raised = (value << 16) >> 16;
    if (Math.abs(raised) >= MIN_RAISED) changed.position = raised > 0 ? 'superscript' : 'subscript';
  } else if (code === SPRM.symbol) {
    changed.symbol = symbolOf(sprm);
    changed.isSpecial = true;
  } else if (code === SPRM.plain) {
    Object.assign(changed, base);
  }
}

function symbolOf({ value, operand }: Sprm): CharacterProperties['symbol'] {
  if (operand === undefined) return { font: value & 0xff_ff, code: value >>> 16 };
  // Word 6 has a character of one byte.
  return { font: operand.u16(0), code: operand.u8(2) };
}
