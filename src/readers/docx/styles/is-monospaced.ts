const MONOSPACED =
  /^(?:courier|consolas|menlo|monaco|lucida console|lucida sans typewriter|andale mono|fixedsys|terminal|inconsolata|hack|source code|fira code|cascadia|jetbrains|letter gothic|nimbus mono|free ?mono|cmtt|lmmono|sfmono|iosevka|anonymous pro|ocr a)|\bmono(?:space)?\b|typewriter/i;

/** True for the fonts that programs are set in. */
export function isMonospaced(font: string | undefined): boolean {
  return font !== undefined && MONOSPACED.test(font);
}
