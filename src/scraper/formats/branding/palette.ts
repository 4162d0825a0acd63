import type { BrandingFacts, ControlFact } from '../../../browser/branding-facts.ts';
import { chroma, contrast, distance, luminance, paintOver, parseColor, type Color } from './css-color.ts';

/** The colours of a page, ready to be compared. */
export interface Palette {
  /** The colour that most of the page stands on. */
  background: Color;
  isDark: boolean;
  /** Whether a colour is seen anywhere on the page. */
  isUsed(color: Color): boolean;
  /** As it is seen, painted over the page's background. */
  seen(text: string): Color | undefined;
}

const WHITE: Color = { r: 255, g: 255, b: 255, alpha: 1 };
/** The colour that Chromium paints behind a page that asks for a dark scheme. */
const DARK: Color = { r: 18, g: 18, b: 18, alpha: 1 };
/** Below it a colour counts as a shade of grey. */
const VIVID_CHROMA = 0.2;
/** Two colours nearer than this are one to the eye. */
const SAME = 0.03;
/** A page's own background gives way to what covers nearly all of it. */
const MIN_SHARE = 0.12;

export function createPalette({ styles }: BrandingFacts): Palette {
  const background = findBackground(styles);
  const seen = (text: string): Color | undefined => {
    const color = parseColor(text);
    return color === undefined || color.alpha < 0.05 ? undefined : paintOver(color, background);
  };
  const controls = [...styles.buttons, ...styles.inputs];
  const used = [
    ...styles.backgrounds.map(([color]) => color),
    ...styles.borders.map(([color]) => color),
    ...styles.texts.map(({ color }) => color),
    ...controls.flatMap((control) => [control.background, control.color, control.borderColor]),
    ...controls.map(firstOfGradient),
  ]
    .map(seen)
    .filter((color) => color !== undefined);
  return {
    background,
    isDark: luminance(background) < 0.18,
    seen,
    isUsed: (color) => used.some((other) => isSame(color, other)),
  };
}

export function isVivid(color: Color): boolean {
  return chroma(color) >= VIVID_CHROMA;
}

export function isSame(one: Color, other: Color): boolean {
  return distance(one, other) < SAME;
}

/** Gives the colour that a button or input is filled with; undefined when the background shows through. */
export function fillOf(control: ControlFact, palette: Palette): Color | undefined {
  const fill = palette.seen(control.background) ?? palette.seen(firstOfGradient(control));
  if (fill === undefined) return undefined;
  const behind = palette.seen(control.behind) ?? palette.background;
  return isSame(fill, behind) ? undefined : fill;
}

/** True for a colour that can be told from another at all. */
export function isTellable(color: Color, from: Color): boolean {
  return contrast(color, from) >= 1.15 || distance(color, from) >= 0.1;
}

function firstOfGradient({ image }: ControlFact): string {
  return /gradient\([^]*?((?:rgba?|oklch|oklab|hsla?|color|lab|lch)\([^()]*\))/.exec(image)?.[1] ?? '';
}

function findBackground({ root, backgrounds, viewport }: BrandingFacts['styles']): Color {
  const canvas = /^(?:only )?dark(?: only)?$/.test(root.colorScheme.trim()) ? DARK : WHITE;
  const declared = [root.bodyBackground, root.background]
    .map((text) => parseColor(text))
    .find((color) => color);
  const own = declared === undefined ? canvas : paintOver(declared, canvas);
  // Areas that nothing paints show the canvas.
  const areas = backgrounds.map(([text, area]) => ({ color: parseColor(text), area }));
  const total = Math.max(
    areas.reduce((sum, { area }) => sum + area, 0),
    viewport.width * viewport.height,
  );
  const ownArea = areas
    .filter(({ color }) => color !== undefined && isSame(paintOver(color, canvas), own))
    .reduce((sum, { area }) => sum + area, 0);
  const [largest] = areas;
  const covers = largest?.color && largest.color.alpha > 0.9 && largest.area / total >= 0.6;
  if (covers && ownArea / total < MIN_SHARE) return paintOver(largest.color!, canvas);
  return own;
}
