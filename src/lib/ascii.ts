/**
 * Tells the class of a byte or code unit within ASCII; false for any other value, such as the one behind the end of a
 * text.
 */
export function isAsciiDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 0x30 && code <= 0x39;
}

export function isAsciiLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** Tab, line feed, form feed, carriage return and space: "ASCII whitespace" of the WHATWG Infra standard. */
export function isAsciiWhitespace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b);
}
