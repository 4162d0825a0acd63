import type { BrandingFacts } from '../../../browser/branding-facts.ts';
import type { Branding } from '../../../contract/documents/branding.ts';
import { chroma, contrast, distance, parseColor, type Color } from './css-color.ts';
import type { Palette } from './palette.ts';
import { familyOf } from './read-typography.ts';

type Parts = Pick<Branding, 'colors' | 'spacing'>;

/** The measures that the words for a page's looks are chosen by. */
interface Measures {
  radius: number;
  /** Chroma of the strongest colour of the brand. */
  strongest: number;
  /** Different vivid colours of large parts. */
  hues: number;
  isSerif: boolean;
  hasPlayfulFont: boolean;
  hasCode: boolean;
  isDark: boolean;
  /** Characters for every 100 x 100 pixels of the first screen. */
  density: number;
}

interface Style {
  name: string;
  /** Signs that must be there. */
  needed: number;
  signs: ReadonlyArray<readonly [reason: string, isThere: (measures: Measures) => boolean]>;
}

const SERIF = /\b(?:serif|times|georgia|garamond|merriweather|playfair|lora|baskerville|palatino|cambria)\b/i;
const PLAYFUL_FONT = /comic|baloo|fredoka|nunito|quicksand|chewy|bubblegum|cursive|patrick hand|lilita/i;
const MIN_CHARACTERS = 100;
const MIN_AREA = 10_000;

/** The first that has enough signs is named. */
const STYLES: readonly Style[] = [
  {
    name: 'playful',
    needed: 3,
    signs: [
      ['round corners', ({ radius }) => radius >= 16],
      ['strongly saturated colours', ({ strongest }) => strongest >= 0.6],
      ['several vivid backgrounds', ({ hues }) => hues >= 3],
      ['a rounded or handwritten typeface', ({ hasPlayfulFont }) => hasPlayfulFont],
    ],
  },
  {
    name: 'editorial',
    needed: 2,
    signs: [
      ['serif headings', ({ isSerif }) => isSerif],
      ['serif headings on square corners', ({ isSerif, radius }) => isSerif && radius < 4],
      ['dense serif text', ({ isSerif, density }) => isSerif && density > 8],
    ],
  },
  {
    name: 'technical',
    needed: 1,
    signs: [
      ['code on the page', ({ hasCode }) => hasCode],
      ['code on a dark background', ({ hasCode, isDark }) => hasCode && isDark],
    ],
  },
  {
    name: 'minimal',
    needed: 3,
    signs: [
      ['one plain background', ({ hues }) => hues === 0],
      ['muted colours', ({ strongest }) => strongest < 0.35],
      ['much empty space', ({ density }) => density < 6],
    ],
  },
  {
    name: 'corporate',
    needed: 3,
    signs: [
      ['one strong colour', ({ strongest, hues }) => strongest >= 0.35 && hues <= 2],
      ['slightly rounded corners', ({ radius }) => radius >= 2 && radius <= 12],
      ['sans-serif type', ({ isSerif }) => !isSerif],
    ],
  },
];

/**
 * Describes a page's looks by rules: each word comes with the signs that gave it, so that a reader can judge. Undefined
 * for a page with too little on it.
 */
export function readPersonality(
  { styles }: BrandingFacts,
  palette: Palette,
  branding: Parts,
): Record<string, unknown> | undefined {
  const characters = styles.texts.reduce((sum, text) => sum + text.characters, 0);
  if (characters < MIN_CHARACTERS) return undefined;
  const measures = measure(styles, palette, branding);
  const text = parseColor(branding.colors?.textPrimary ?? '');
  const rated = STYLES.map(({ name, needed, signs }) => {
    const reasons = signs.filter(([, isThere]) => isThere(measures)).map(([reason]) => reason);
    return { name, reasons, isFitting: reasons.length >= needed };
  });
  const chosen = rated.find(({ isFitting }) => isFitting);
  return {
    ...(chosen && { style: chosen.name, reasons: chosen.reasons }),
    energy: energyOf(measures),
    corners: cornersOf(measures),
    ...(text && { textContrast: Math.round(contrast(text, palette.background) * 10) / 10 }),
  };
}

function measure(
  { texts, viewport, backgrounds }: BrandingFacts['styles'],
  palette: Palette,
  branding: Parts,
): Measures {
  const byLength = texts.toSorted((a, b) => b.characters - a.characters);
  const body = byLength[0]?.family ?? '';
  const heading = byLength.find(({ role }) => /^h[12]$/.test(role))?.family ?? body;
  const characters = texts.reduce((sum, text) => sum + text.characters, 0);
  return {
    radius: Number.parseFloat(branding.spacing?.borderRadius ?? '0'),
    strongest: Math.max(0, ...brandColors(branding).map(chroma)),
    hues: countVivid(backgrounds, palette),
    isSerif: familyOf(heading) !== undefined && SERIF.test(heading.replaceAll('sans-serif', '')),
    hasPlayfulFont: PLAYFUL_FONT.test(`${heading} ${body}`),
    hasCode: texts.some(({ role, characters: own }) => role === 'code' && own >= 40),
    isDark: palette.isDark,
    density: characters / ((viewport.width * viewport.height) / 10_000),
  };
}

function energyOf({ strongest, hues }: Measures): string {
  if (strongest >= 0.6 && hues >= 2) return 'high';
  return strongest >= 0.35 ? 'medium' : 'low';
}

function cornersOf({ radius }: Measures): string {
  if (radius >= 16) return 'round';
  return radius >= 2 ? 'slightly rounded' : 'square';
}

function brandColors({ colors = {} }: Parts): Color[] {
  return [colors.primary, colors.secondary, colors.accent]
    .map((hex) => parseColor(hex ?? ''))
    .filter((color) => color !== undefined);
}

function countVivid(backgrounds: ReadonlyArray<readonly [string, number]>, palette: Palette): number {
  const found: Color[] = [];
  for (const [text, area] of backgrounds) {
    const color = palette.seen(text);
    if (!color || area < MIN_AREA || chroma(color) < 0.3) continue;
    if (found.every((other) => distance(color, other) > 0.15)) found.push(color);
  }
  return found.length;
}
