import type { BrandingFacts } from '../../../browser/branding-facts.ts';

const MAX_VALUES = 5;
const MAX_KEYFRAMES = 20;

/** Reads which parts of a page move, and how fast. */
export function readAnimations({ styles, assets }: BrandingFacts): Record<string, unknown> {
  const transitions = styles.motions.filter(({ name }) => name === '');
  const running = styles.motions.filter(({ name }) => name !== '');
  const keyframes = [...new Set([...running.flatMap(({ name }) => list(name)), ...assets.keyframes])];
  const durations = distinct(
    transitions.flatMap(({ duration }) => list(duration)).filter((text) => text !== '0s'),
  );
  const easings = distinct(transitions.flatMap(({ easing }) => list(easing)));
  return {
    hasTransitions: transitions.length > 0,
    ...(durations.length > 0 && { transitionDurations: durations }),
    ...(easings.length > 0 && { easings }),
    hasAnimations: running.length > 0,
    ...(keyframes.length > 0 && { keyframes: keyframes.slice(0, MAX_KEYFRAMES) }),
    ...(styles.isSmoothScrolling && { smoothScroll: true }),
  };
}

/** Commas in brackets belong to a curve. */
function list(text: string): string[] {
  return text.split(/,\s*(?![^()]*\))/).filter((part) => part !== 'none' && part !== '');
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].slice(0, MAX_VALUES);
}
