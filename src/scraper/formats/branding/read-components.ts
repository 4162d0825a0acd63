import type { BrandStyles, ControlFact } from '../../../browser/branding-facts.ts';
import type { Branding } from '../../../contract/documents/branding.ts';
import { distance, parseColor, toHex } from './css-color.ts';
import { fillOf, isSame, isTellable, isVivid, type Palette } from './palette.ts';
import { withoutAbsent } from './without-absent.ts';

type Components = NonNullable<Branding['components']>;

/** The button that stands for the first choice, the one beside it, and a field to write in. */
export function readComponents(
  { buttons, inputs }: BrandStyles,
  palette: Palette,
  primary: string | undefined,
): Components | undefined {
  const first = choosePrimary(buttons, palette, primary);
  const second = first && chooseSecondary(buttons, palette, first);
  const [input] = inputs;
  const found = withoutAbsent({
    buttonPrimary: first && describePrimary(first, palette),
    buttonSecondary: second && describeSecondary(second, palette),
    input: input && describeInput(input, palette),
  });
  return Object.keys(found).length === 0 ? undefined : found;
}

function choosePrimary(
  buttons: readonly ControlFact[],
  palette: Palette,
  primary: string | undefined,
): ControlFact | undefined {
  const brand = primary === undefined ? undefined : parseColor(primary);
  const scoreOf = (button: ControlFact): number => {
    const fill = fillOf(button, palette);
    if (fill === undefined) return 0;
    const size = Math.min(2, Math.sqrt(button.width * button.height) / 90);
    const isBrand = brand !== undefined && isSame(fill, brand);
    const isPlain = !isVivid(fill) && !isTellable(fill, palette.background);
    const named =
      (/primary|cta|submit/i.test(button.hints) ? 1 : 0) -
      (/secondary|ghost|outline/i.test(button.hints) ? 2 : 0);
    return 1 + size + (isBrand ? 4 : 0) + named - (isPlain ? 1 : 0);
  };
  const best = buttons
    .map((button) => ({ button, score: scoreOf(button) }))
    .toSorted((a, b) => b.score - a.score)[0];
  return best && best.score > 0 ? best.button : undefined;
}

/** Looks otherwise than the first, and best stands near it. */
function chooseSecondary(
  buttons: readonly ControlFact[],
  palette: Palette,
  first: ControlFact,
): ControlFact | undefined {
  const fill = fillOf(first, palette);
  const others = buttons.filter((button) => {
    if (/danger|error|warning|success/i.test(button.hints)) return false;
    const other = fillOf(button, palette);
    return other === undefined ? hasBorder(button) : fill !== undefined && distance(other, fill) >= 0.05;
  });
  const scoreOf = (button: ControlFact): number =>
    (/secondary|outline|ghost/i.test(button.hints) ? 4 : 0) +
    (Math.abs(button.top - first.top) < 80 ? 1.5 : 0) +
    (Math.abs(button.height - first.height) < 4 ? 1 : 0) +
    (button.radius === first.radius ? 0.5 : 0);
  return others.map((button) => ({ button, score: scoreOf(button) })).toSorted((a, b) => b.score - a.score)[0]
    ?.button;
}

function describePrimary(button: ControlFact, palette: Palette): NonNullable<Components['buttonPrimary']> {
  return withoutAbsent({
    background: fillHex(button, palette),
    textColor: hex(button.color, palette),
    borderRadius: button.radius,
  });
}

function describeSecondary(
  button: ControlFact,
  palette: Palette,
): NonNullable<Components['buttonSecondary']> {
  return withoutAbsent({
    background: fillHex(button, palette) ?? hex(button.background, palette) ?? 'transparent',
    textColor: hex(button.color, palette),
    borderColor: hasBorder(button) ? hex(button.borderColor, palette) : undefined,
    borderRadius: button.radius,
  });
}

function describeInput(input: ControlFact, palette: Palette): Record<string, unknown> {
  return withoutAbsent({
    background: hex(input.background, palette) ?? 'transparent',
    textColor: hex(input.color, palette),
    borderColor: hasBorder(input) ? hex(input.borderColor, palette) : undefined,
    borderWidth: hasBorder(input) ? input.borderWidth : undefined,
    borderRadius: input.radius,
    padding: input.padding,
    fontSize: input.fontSize,
    height: `${Math.round(input.height)}px`,
  });
}

function fillHex(button: ControlFact, palette: Palette): string | undefined {
  const fill = fillOf(button, palette);
  return fill && toHex(fill);
}

function hex(text: string, palette: Palette): string | undefined {
  const color = palette.seen(text);
  return color && toHex(color);
}

function hasBorder({ borderWidth }: ControlFact): boolean {
  return Number.parseFloat(borderWidth) > 0;
}
