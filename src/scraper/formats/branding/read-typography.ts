import type { BrandStyles, TextFact } from '../../../browser/branding-facts.ts';
import type { Branding } from '../../../contract/documents/branding.ts';
import { mostOf } from './most-of.ts';
import { withoutAbsent } from './without-absent.ts';

type Typography = NonNullable<Branding['typography']>;

const GENERIC =
  /^(?:serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-[a-z-]+|-apple-system|blinkmacsystemfont|math|emoji|inherit|initial)$/i;
const DEFAULT_STACK = '"Times New Roman"';
const MAX_FONTS = 8;

/** Families by how much is written in them: as the page names them, whether or not they could be loaded. */
export function readBrandFonts(texts: readonly TextFact[]): Array<{ family: string }> {
  const weights = new Map<string, number>();
  // Browsers write buttons in a typeface of their own choice, unless told otherwise.
  const chosen = texts.filter(({ role }) => role !== 'button');
  for (const { family, characters } of chosen.length > 0 ? chosen : texts) {
    const name = familyOf(family);
    if (name !== undefined) weights.set(name, (weights.get(name) ?? 0) + characters);
  }
  return [...weights]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, MAX_FONTS)
    .map(([family]) => ({ family }));
}

export function readTypography({ texts, root }: BrandStyles): Typography {
  const body = texts.filter(({ role }) => role === 'text' || role === 'link');
  const headings = texts.filter(({ role }) => /^h[1-3]$/.test(role));
  const size = (role: string): string | undefined => {
    const own = texts.filter((text) => text.role === role);
    const inMain = own.filter(({ zone }) => zone === 'main');
    return mostOf(inMain.length > 0 ? inMain : own, (text) => text.size, byCharacters);
  };
  // Small print and menus have sizes of their own.
  const inMain = texts.filter(({ role, zone }) => role === 'text' && zone === 'main');
  const bodyTexts = inMain.length > 0 ? inMain : body;
  return withoutAbsent({
    fontFamilies: withoutAbsent({
      primary:
        mostOf(body.length > 0 ? body : texts, ({ family }) => familyOf(family), byCharacters) ??
        familyOf(root.bodyFamily),
      heading: mostOf(headings, ({ family }) => familyOf(family), byCharacters),
      code: mostOf(
        texts.filter(({ role }) => role === 'code'),
        ({ family }) => familyOf(family),
        byCharacters,
      ),
    }),
    fontSizes: withoutAbsent({
      h1: size('h1'),
      h2: size('h2'),
      h3: size('h3'),
      body: mostOf(bodyTexts, (text) => text.size, byCharacters),
    }),
    fontWeights: withoutAbsent({
      light: weightBetween(texts, 1, 349),
      regular: weightBetween(texts, 350, 450),
      medium: weightBetween(texts, 451, 650),
      bold: weightBetween(texts, 651, 1_000),
    }),
    lineHeights: withoutAbsent({
      heading: mostOf(headings, lineHeightOf, byCharacters),
      body: mostOf(bodyTexts, lineHeightOf, byCharacters),
    }),
  });
}

function byCharacters({ characters }: TextFact): number {
  return characters;
}

/** First of a stack that is a typeface, else the first of all; undefined for what a browser takes unless told otherwise. */
export function familyOf(stack: string): string | undefined {
  if (stack === DEFAULT_STACK) return undefined;
  const names = stack.split(',').map((name) => name.trim().replaceAll(/^["']|["']$/g, ''));
  return names.find((name) => name !== '' && !GENERIC.test(name)) ?? (names[0] === '' ? undefined : names[0]);
}

function weightBetween(texts: readonly TextFact[], min: number, max: number): number | undefined {
  return mostOf(
    texts,
    ({ weight }) => {
      const value = Math.round(Number(weight));
      return value >= min && value <= max ? value : undefined;
    },
    byCharacters,
  );
}

/** Relative to the size of the text, so that it holds for all sizes. */
function lineHeightOf({ lineHeight, size }: TextFact): string | undefined {
  if (lineHeight === 'normal') return lineHeight;
  const ratio = Number.parseFloat(lineHeight) / Number.parseFloat(size);
  return Number.isFinite(ratio) && ratio > 0 ? String(Math.round(ratio * 100) / 100) : undefined;
}
