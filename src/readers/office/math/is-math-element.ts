/** Presentation elements of MathML 3 (section 3) and its top; anything else inside a formula is not written as an element. */
const NAMES: ReadonlySet<string> = new Set(
  (
    'math mi mn mo mtext mspace ms mglyph mrow mfrac msqrt mroot mstyle merror mpadded mphantom mfenced menclose ' +
    'annotation msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mlabeledtr mtr mtd maligngroup ' +
    'malignmark mstack mlongdiv msgroup msrow mscarries mscarry msline semantics'
  ).split(' '),
);

export function isMathElement(name: string): boolean {
  return NAMES.has(name);
}
