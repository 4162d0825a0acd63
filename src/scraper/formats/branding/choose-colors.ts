import type { BrandingFacts } from '../../../browser/branding-facts.ts';
import type { Branding } from '../../../contract/documents/branding.ts';
import { distance, parseColor, toHex, type Color } from './css-color.ts';
import { findStateColors } from './find-state-colors.ts';
import { chooseTextColors } from './choose-text-colors.ts';
import { fillOf, isSame, isTellable, isVivid, type Palette } from './palette.ts';
import { variableColor } from './variable-color.ts';

type Colors = NonNullable<Branding['colors']>;

interface Candidate {
  color: Color;
  score: number;
}

type AddScore = (color: Color | undefined, score: number) => void;

/** Colours of one brand differ by at least this. */
const MIN_DISTANCE = 0.12;
/** The colours that browsers give to links without a style. */
const DEFAULT_LINKS = new Set(['rgb(0, 0, 238)', 'rgb(85, 26, 139)']);
const MIN_SECONDARY_SCORE = 0.4;
const MIN_ACCENT_SCORE = 0.3;

/** The colours of a page by what they are used for; those that it does not show are left out. */
export function chooseColors(facts: BrandingFacts, palette: Palette): Colors {
  const { primary, secondary, accent } = chooseBrandColors(facts, palette);
  const chosen: Record<keyof Colors, Color | undefined> = {
    primary,
    secondary,
    accent,
    background: palette.background,
    ...chooseTextColors(facts.styles.texts, palette),
    ...findStateColors(facts, palette),
  };
  return Object.fromEntries(
    Object.entries(chosen)
      .filter((entry): entry is [string, Color] => entry[1] !== undefined)
      .map(([name, color]) => [name, toHex(color)]),
  );
}

function chooseBrandColors(
  facts: BrandingFacts,
  palette: Palette,
): Record<'primary' | 'secondary' | 'accent', Color | undefined> {
  const candidates = collectCandidates(facts, palette);
  const declared = (name: 'primary' | 'secondary' | 'accent'): Color | undefined => {
    const color = variableColor(facts.assets.variables, name);
    if (color === undefined || !palette.isUsed(color)) return undefined;
    return isTellable(color, palette.background) ? color : undefined;
  };
  const primary = candidates[0]?.color ?? plainButton(facts, palette) ?? declared('primary');
  const taken = primary === undefined ? [] : [primary];
  const isFree = (color: Color | undefined): color is Color =>
    color !== undefined && taken.every((other) => distance(color, other) >= MIN_DISTANCE);
  const next = (minScore: number): Color | undefined =>
    candidates.find(({ color, score }) => score >= minScore && isFree(color))?.color;

  const declaredSecondary = declared('secondary');
  const declaredAccent = declared('accent');
  // Themes that need no accent give it the colour of the secondary one.
  const isOwn = declaredAccent && !(declaredSecondary && isSame(declaredAccent, declaredSecondary));
  const accentFirst = isOwn && isFree(declaredAccent) ? declaredAccent : undefined;
  if (accentFirst) taken.push(accentFirst);
  const secondary = [declaredSecondary, next(MIN_SECONDARY_SCORE), darkGround(facts, palette)].find(isFree);
  if (secondary) taken.push(secondary);
  return { primary, secondary, accent: accentFirst ?? next(MIN_ACCENT_SCORE) };
}

/** Every vivid colour with how much speaks for it: filled buttons most, then what is named, painted, linked, framed. */
function collectCandidates({ styles, assets }: BrandingFacts, palette: Palette): Candidate[] {
  const candidates: Candidate[] = [];
  const add: AddScore = (color, score) => {
    if (color === undefined || !isVivid(color)) return;
    const same = candidates.find((other) => isSame(other.color, color));
    if (same) same.score += score;
    else candidates.push({ color, score });
  };
  for (const button of styles.buttons) {
    const size = Math.min(2, Math.max(0.5, Math.sqrt(button.width * button.height) / 90));
    const named = /primary|cta|submit/i.test(button.hints) ? 1.5 : 1;
    const lesser = /secondary|ghost|outline|danger|warning|success|link/i.test(button.hints) ? 0.4 : 1;
    add(fillOf(button, palette), 2 * size * named * lesser);
  }
  const declared = variableColor(assets.variables, 'primary');
  if (declared) add(declared, palette.isUsed(declared) ? 5 : 0);
  add(parseColor(assets.themeColor), 1.5);
  const screen = styles.viewport.width * styles.viewport.height;
  for (const [text, area] of styles.backgrounds) {
    const color = palette.seen(text);
    if (color && !isSame(color, palette.background)) add(color, Math.min(2, 2 * Math.sqrt(area / screen)));
  }
  addTextColors(add, styles.texts, palette);
  for (const [text, count] of styles.borders) add(palette.seen(text), Math.min(0.5, count * 0.1));
  return candidates.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
}

/** A colour of much text counts more; a link that stands out twice, a button's label little. */
function addTextColors(add: AddScore, texts: BrandingFacts['styles']['texts'], palette: Palette): void {
  const characters = texts.reduce((sum, text) => sum + text.characters, 1);
  for (const { color, role, isDistinct, characters: own } of texts) {
    if (role === 'link' && DEFAULT_LINKS.has(color)) continue;
    const weight = role === 'link' && isDistinct ? 2 : 1;
    const share = Math.min(1, weight * Math.sqrt(own / characters));
    add(palette.seen(color), share * (role === 'button' ? 0.2 : 1));
  }
}

/** Sites without a colour of their own have black or white buttons. */
function plainButton({ styles }: BrandingFacts, palette: Palette): Color | undefined {
  return styles.buttons
    .map((button) => ({ color: fillOf(button, palette), area: button.width * button.height }))
    .filter(({ color }) => color !== undefined && isTellable(color, palette.background))
    .toSorted((a, b) => b.area - a.area)[0]?.color;
}

/** A large part of the page on another ground than the rest. */
function darkGround({ styles }: BrandingFacts, palette: Palette): Color | undefined {
  const screen = styles.viewport.width * styles.viewport.height;
  return styles.backgrounds
    .filter(([, area]) => area >= screen / 20)
    .map(([text]) => palette.seen(text))
    .find((color) => color !== undefined && distance(color, palette.background) >= 0.4);
}
