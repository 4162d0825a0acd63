import type { TextFact } from '../../../browser/branding-facts.ts';
import { chroma, contrast, distance, type Color } from './css-color.ts';
import { isSame, type Palette } from './palette.ts';

interface Weighted {
  color: Color;
  weight: number;
}

/** Text may be this much fainter than the main one to count as its second colour. */
const MAX_SECOND_CHROMA = 0.35;

/** The colours of text on the page's own background, by how much is written in each. */
export function chooseTextColors(
  texts: readonly TextFact[],
  palette: Palette,
): Record<'textPrimary' | 'textSecondary' | 'link', Color | undefined> {
  const { background } = palette;
  const onPage = texts.filter((text) => {
    const behind = palette.seen(text.background) ?? background;
    // A card is of nearly the colour of the page; text on a button or banner is another matter.
    return distance(behind, background) < 0.15;
  });
  const plain = group(
    onPage.filter(({ role }) => role === 'text' || /^h\d$/.test(role)),
    palette,
    ({ role }) => (role === 'text' ? 1 : 0.7),
  ).filter(({ color }) => contrast(color, background) >= 2);
  const textPrimary = plain[0]?.color;
  const total = plain.reduce((sum, { weight }) => sum + weight, 0);
  const textSecondary = plain
    .slice(1)
    .find(
      ({ color, weight }) =>
        textPrimary !== undefined &&
        weight / total >= 0.01 &&
        !isSame(color, textPrimary) &&
        chroma(color) <= MAX_SECOND_CHROMA &&
        contrast(color, background) < contrast(textPrimary, background),
    )?.color;
  const link = group(
    onPage.filter(({ role }) => role === 'link'),
    palette,
    ({ isDistinct, zone }) => (isDistinct ? 4 : 1) * (zone === 'main' ? 3 : 1),
  ).find(({ color }) => contrast(color, background) >= 1.5)?.color;
  return { textPrimary, textSecondary, link };
}

function group(
  texts: readonly TextFact[],
  palette: Palette,
  weightOf: (text: TextFact) => number,
): Weighted[] {
  const groups: Weighted[] = [];
  for (const text of texts) {
    const color = palette.seen(text.color);
    if (color === undefined) continue;
    const weight = text.characters * weightOf(text);
    const same = groups.find((other) => isSame(other.color, color));
    if (same) same.weight += weight;
    else groups.push({ color, weight });
  }
  return groups.toSorted((a, b) => b.weight - a.weight);
}
