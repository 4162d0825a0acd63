import { parseColor, type Color } from './css-color.ts';
import { isVivid } from './palette.ts';

/** Words in the names of custom properties, the best first; each stands between dashes or at an end. */
const WORDS = {
  primary: ['primary', 'brand'],
  secondary: ['secondary'],
  accent: ['accent', 'highlight'],
  success: ['success', 'positive'],
  warning: ['warning', 'caution'],
  error: ['error', 'danger', 'negative', 'destructive'],
} as const;

/** Shades of a colour and colours upon it. */
const LESSER =
  /foreground|text|contrast|light|dark|hover|active|focus|border|subtle|emphasis|soft|muted|ghost|shadow|inverse|fixed|container|dim|alpha|opacity|disabled|ring|^--(?:.*-)?on-|-(?:50|[1-4]00|[7-9]00|950)$|font|size|width|radius|weight/i;

/** The colour that custom properties name so; undefined when none does. */
export function variableColor(
  variables: ReadonlyArray<readonly [name: string, value: string]>,
  role: keyof typeof WORDS,
): Color | undefined {
  let best: { color: Color; score: number } | undefined;
  for (const [name, value] of variables) {
    const place = WORDS[role].findIndex((word) => new RegExp(`(?:^|-)${word}(?:-|$)`, 'i').test(name));
    if (place === -1 || LESSER.test(name)) continue;
    const color = parseColor(value);
    if (color === undefined || color.alpha < 0.9) continue;
    const isPlain = new RegExp(
      `${WORDS[role][place]}(?:-(?:color|main|base|default|500|600|rgb|hsl))?$`,
      'i',
    ).test(name);
    const score = (isPlain ? 4 : 0) + (isVivid(color) ? 2 : 0) - place - name.length / 100;
    if (best === undefined || score > best.score) best = { color, score };
  }
  return best?.color;
}
