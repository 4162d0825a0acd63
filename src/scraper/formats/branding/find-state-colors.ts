import type { BrandingFacts } from '../../../browser/branding-facts.ts';
import { chroma, hue, type Color } from './css-color.ts';
import { isVivid, type Palette } from './palette.ts';
import { variableColor } from './variable-color.ts';

type State = 'success' | 'warning' | 'error';

/** Hues in which a state can be shown; from the first through 0 to the second when the first is larger. */
const HUES: Readonly<Record<State, readonly [from: number, to: number]>> = {
  success: [75, 185],
  warning: [18, 70],
  error: [325, 20],
};

/** The colours of good, doubtful and bad news: as custom properties name them, else as elements of such classes look. */
export function findStateColors(facts: BrandingFacts, palette: Palette): Record<State, Color | undefined> {
  return {
    success: findStateColor('success', facts, palette),
    warning: findStateColor('warning', facts, palette),
    error: findStateColor('error', facts, palette),
  };
}

function findStateColor(
  state: State,
  { styles, assets }: BrandingFacts,
  palette: Palette,
): Color | undefined {
  const declared = variableColor(assets.variables, state);
  if (declared && isFitting(declared, state)) return declared;
  return styles.states
    .filter((fact) => fact.state === state)
    .flatMap(({ background, border, color }) => [background, border, color])
    .map((text) => palette.seen(text))
    .filter((color) => color !== undefined && isFitting(color, state))
    .toSorted((a, b) => chroma(b!) - chroma(a!))[0];
}

function isFitting(color: Color, state: State): boolean {
  if (!isVivid(color)) return false;
  const [from, to] = HUES[state];
  const angle = hue(color);
  return from < to ? angle >= from && angle <= to : angle >= from || angle <= to;
}
