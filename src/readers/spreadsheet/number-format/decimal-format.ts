import { PLAIN, WIDE } from '../text-traits.ts';
import type { Utf8Writer } from '../utf8-writer.ts';
import { type FormatSections, formatSections } from './format-sections.ts';
import { sectionTokens } from './section-tokens.ts';

/** A format that writes numbers itself. */
export interface NumberWriter {
  /** The traits of what was written; `NOT_WRITTEN` for a number that is left to somebody else. */
  write(out: Utf8Writer, value: number): number;
}

export const NOT_WRITTEN = -1;

/** Digits that a double is sure to hold. */
const MAX_EXACT = 1e15;
/** How near a half is taken for one: by itself, and for each unit of the number. */
const NEAR_HALF = 1e-9;
const PRECISION = 1e-14;
/** Digits of a number with their groups, a sign and a percent sign. */
const MAX_LENGTH = 40;
const MINUS = 0x2d;
const POINT = 0x2e;
const PERCENT = 0x25;
const CORE = /^(0|#,##0)(?:\.(0{1,8}))?(%?)$/;

/** How numbers with one sign are shown, such as `#,##0.00`. */
interface DecimalSection {
  isGrouped: boolean;
  decimals: number;
  /** 10 to the number of decimals. */
  scale: number;
  isPercent: boolean;
  prefix: string;
  suffix: string;
  /** The sign goes before the text that the section begins with. */
  isSignFirst: boolean;
  /** The prefix behind a sign, where blanks at its start are shown. */
  signedPrefix: string;
  traits: number;
}

/**
 * Formats that are digits with a fixed number of decimals and text around them, as nearly all numbers have. Undefined for
 * a code with anything else in it.
 */
export function decimalFormat(code: string): NumberWriter | undefined {
  const sections = formatSections(code);
  return sections === undefined ? undefined : DecimalFormat.of(sections);
}

class DecimalFormat implements NumberWriter {
  readonly #positive: DecimalSection | undefined;
  readonly #negative: DecimalSection | undefined;
  readonly #zero: DecimalSection | undefined;
  readonly #hasOwnNegative: boolean;

  private constructor(sections: FormatSections) {
    this.#positive = decimalSection(sections.positive);
    this.#negative =
      sections.negative === sections.positive ? this.#positive : decimalSection(sections.negative);
    this.#zero = sections.zero === sections.positive ? this.#positive : decimalSection(sections.zero);
    this.#hasOwnNegative = sections.hasOwnNegative;
  }

  static of(sections: FormatSections): DecimalFormat | undefined {
    const format = new DecimalFormat(sections);
    return format.#positive === undefined ? undefined : format;
  }

  write(out: Utf8Writer, value: number): number {
    const section = value > 0 ? this.#positive : value < 0 ? this.#negative : this.#zero;
    if (section === undefined) return NOT_WRITTEN;
    const shown = value < 0 && this.#hasOwnNegative ? -value : value;
    return writeDecimal(out, section, section.isPercent ? shown * 100 : shown);
  }
}

function decimalSection(section: string): DecimalSection | undefined {
  const tokens = sectionTokens(section);
  const place = tokens?.findIndex(({ type }) => type === 'digits') ?? -1;
  const core = CORE.exec(tokens?.[place]?.text ?? '');
  if (tokens === undefined || core === null) return undefined;
  const before = tokens.slice(0, place);
  const after = tokens.slice(place + 1);
  if (
    [...before, ...after].some(
      ({ type, text }) => !/^(?:text|blank)$/.test(type) || /[/.,?&<>\n\u00a0]/.test(text),
    )
  ) {
    return undefined;
  }
  const raw = before.map(({ text }) => text).join('');
  const prefix = raw.trimStart();
  const suffix = after
    .map(({ text }) => text)
    .join('')
    .trimEnd();
  const decimals = core[2]?.length ?? 0;
  return {
    isGrouped: core[1] !== '0',
    decimals,
    scale: 10 ** decimals,
    isPercent: core[3] === '%',
    prefix,
    suffix,
    isSignFirst: before[0]?.type === 'text',
    signedPrefix: raw,
    traits: /[^\0-\u007f]/.test(raw + suffix) ? PLAIN | WIDE : PLAIN,
  };
}

/** Writes a number, but not one that lies by a half of its last digit. */
function writeDecimal(out: Utf8Writer, section: DecimalSection, value: number): number {
  const { decimals, scale, isGrouped, prefix, suffix } = section;
  const size = Math.abs(value);
  // Also when it is no number.
  if (!(size * scale < MAX_EXACT)) return NOT_WRITTEN;
  const scaled = size * scale;
  // Halves are rounded by 15 digits of what was meant, which is not what doubles hold: 1.005 is shown as 1.01.
  if (Math.abs((scaled % 1) - 0.5) < NEAR_HALF + scaled * PRECISION) return NOT_WRITTEN;
  const rounded = Math.round(scaled);
  const whole = Math.floor(rounded / scale);
  const fraction = rounded - whole * scale;
  // A number that rounds to nothing has a sign in one form and none in the other.
  if (value < 0 && whole === 0 && fraction === 0) return NOT_WRITTEN;
  out.reserve(MAX_LENGTH + (prefix.length + suffix.length + section.signedPrefix.length) * 3);
  if (value < 0 && section.isSignFirst) {
    out.bytes[out.length++] = MINUS;
    if (section.signedPrefix !== '') out.text(section.signedPrefix);
  } else {
    if (prefix !== '') out.text(prefix);
    if (value < 0) out.bytes[out.length++] = MINUS;
  }
  if (isGrouped) out.grouped(whole);
  else out.digits(whole);
  if (decimals > 0) {
    out.bytes[out.length++] = POINT;
    out.padded(fraction, decimals);
  }
  if (section.isPercent) out.bytes[out.length++] = PERCENT;
  if (suffix !== '') out.text(suffix);
  return section.traits;
}
