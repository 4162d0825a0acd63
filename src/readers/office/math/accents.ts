/** Combining characters, which formulas of Office name their accents by, as the spacing ones that MathML wants. */
const SPACING: Readonly<Record<string, string>> = {
  '\u0300': '`',
  '\u0301': '´',
  '\u0302': '^',
  '\u0303': '~',
  '\u0304': '¯',
  '\u0305': '¯',
  '\u0306': '˘',
  '\u0307': '˙',
  '\u0308': '¨',
  '\u030a': '˚',
  '\u030c': 'ˇ',
  '\u20d6': '←',
  '\u20d7': '→',
  '\u20e1': '↔',
};

/** The accent of a formula: a hat where none is named (ECMA-376 part 1, section 22.1.2.20). */
export function accentOf(character: string | undefined): string {
  if (character === undefined || character === '') return '^';
  return SPACING[character] ?? character;
}
