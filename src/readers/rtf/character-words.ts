import { SUBSCRIPT_MARK, SUPERSCRIPT_MARK } from '../text-document/marks.ts';
import { PLAIN_CHARACTERS, PLAIN_PARAGRAPH, type ParagraphState, type RtfState } from './rtf-state.ts';

/**
 * Gives the change of a word to the format of characters or paragraphs, undefined for words that change nothing. A
 * switch such as `\b` is turned off by a 0 (RTF 1.9.1, "Control Word").
 */
export function changeOf(
  state: RtfState,
  name: string,
  parameter: number | undefined,
): Partial<RtfState> | undefined {
  const isOn = parameter !== 0;
  switch (name) {
    case 'plain':
      return { ...PLAIN_CHARACTERS, font: -1 };
    case 'b':
      return { isBold: isOn };
    case 'i':
      return { isItalic: isOn };
    case 'strike':
    case 'striked':
      return { isStruck: isOn };
    case 'super':
      return { script: isOn ? SUPERSCRIPT_MARK : undefined };
    // Raised and lowered by half points, which older programs write instead.
    case 'up':
      return { script: (parameter ?? 6) > 0 ? SUPERSCRIPT_MARK : undefined };
    case 'dn':
      return { script: (parameter ?? 6) > 0 ? SUBSCRIPT_MARK : undefined };
    case 'sub':
      return { script: isOn ? SUBSCRIPT_MARK : undefined };
    case 'nosupersub':
      return { script: undefined };
    case 'v':
      return { isHidden: isOn };
    case 'deleted':
    case 'mvf':
      return { isDeleted: isOn };
    case 'f':
      return { font: parameter ?? -1 };
    case 'af':
      return state.isAsian ? { asianFont: parameter ?? -1 } : undefined;
    case 'dbch':
      return { isAsian: true };
    case 'loch':
    case 'hich':
      return { isAsian: false };
    case 'htmlrtf':
      return { isForRtfOnly: isOn };
    case 'cs':
      return { characterStyle: parameter ?? 0 };
    case 'uc':
      return { fallbackLength: Math.min(100, Math.max(0, parameter ?? 1)) };
    default: {
      const paragraph = paragraphChange(name, parameter);
      return paragraph === undefined ? undefined : { paragraph: { ...state.paragraph, ...paragraph } };
    }
  }
}

function paragraphChange(name: string, parameter: number | undefined): Partial<ParagraphState> | undefined {
  switch (name) {
    case 'pard':
      return PLAIN_PARAGRAPH;
    case 's':
      return { style: parameter ?? 0 };
    case 'outlinelevel':
      return { outlineLevel: parameter };
    case 'ls':
      return { list: parameter ?? 0 };
    case 'ilvl':
      return { listLevel: parameter ?? 0 };
    case 'li':
    case 'lin':
      return { indent: parameter ?? 0 };
    case 'intbl':
      return { isInTable: parameter !== 0 };
    case 'itap':
      return { nesting: Math.max(0, parameter ?? 0), isInTable: (parameter ?? 0) > 0 };
    default:
      return undefined;
  }
}
