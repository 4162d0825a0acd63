const MATH_FONT = /^(?:CM(?:MI|SY|EX|BSY)\d|MSAM|MSBM|LMMath|Euclid|MT(?:MI|SY|EX)|rsfs|txsy|txmi|.*Math)/i;

/** Fonts that only formulas are set in. */
export function isMathFont(name: string): boolean {
  return MATH_FONT.test(name);
}
