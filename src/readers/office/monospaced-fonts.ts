const MONOSPACED =
  /^(?:hack\b|free ?mono|cmtt|lmmono|sfmono|nimbus mono|iosevka|anonymous pro)|courier|consolas|menlo|monaco|lucida (?:console|sans typewriter)|andale mono|fixedsys|inconsolata|source code|fira code|cascadia|jetbrains|letter gothic|typewriter|\bterminal\b|\bmono(?:space|spaced)?\b|\bcode\b|\bocr[- ]?[ab]\b/i;

/** True for the fonts that programs are set in, whose characters are all of one width. */
export function isMonospacedFont(name: string | undefined): boolean {
  return name !== undefined && MONOSPACED.test(name);
}
