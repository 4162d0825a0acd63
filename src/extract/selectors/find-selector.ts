import { cleanValue } from '../../html/metadata/text.ts';
import { resolveHttpUrl } from '../../lib/addresses/url.ts';
import type { GroundedScalar } from '../grounding/ground-value.ts';
import { numberOfText } from '../fill/number-of-text.ts';
import { daysIn, type DayOrder } from './day-in-text.ts';
import type { PagePlaces } from './page-places.ts';

/** A place that has a selector, with its text. */
interface Named {
  readonly text: string;
  readonly selector: string;
}

const NUMBER = /\d+(?:[.,'’ \u00a0\u202f]\d+)*/g;
const LONGEST_WITH_NUMBERS = 80;
/** Places of one value that are looked at. */
const MOST_ALIKE = 16;
const DAY_ORDERS: readonly DayOrder[] = ['iso', 'dmy', 'mdy'];

/** Finds the element that a looked-up value stands in, by the places of its page. */
export class SelectorFinder {
  readonly #byText = new Map<string, string>();
  readonly #byPart = new Map<string, Named[]>();

  /** Passes once over the places. */
  constructor({ places, base }: PagePlaces) {
    const root = new URL(base);
    for (const { value, selector } of places) {
      if (selector === undefined) continue;
      const text = cleanValue(String(value));
      if (!this.#byText.has(text)) this.#byText.set(text, selector);
      const address = /\s/.test(text) ? undefined : resolveHttpUrl(text, root);
      if (address !== undefined && /[/:]/.test(text) && !this.#byText.has(address))
        this.#byText.set(address, selector);
      if (text.length <= LONGEST_WITH_NUMBERS && /\d/.test(text)) this.#addParts({ text, selector });
    }
  }

  /** Undefined where no element is known that holds the value and little else. */
  find({ value, quote }: Pick<GroundedScalar, 'value' | 'quote'>): string | undefined {
    if (quote === undefined) return undefined;
    const whole = typeof value === 'string' ? this.#byText.get(cleanValue(value)) : undefined;
    if (whole !== undefined) return whole;
    const alike = this.#byPart.get(String(value)) ?? [];
    const [first, ...others] = alike.filter(({ text }) => quote.includes(text));
    if (first === undefined) return undefined;
    return others.reduce((best, other) => (other.text.length < best.text.length ? other : best), first)
      .selector;
  }

  #addParts(place: Named): void {
    const { text } = place;
    const numbers = (text.match(NUMBER) ?? []).map((written) => numberOfText(written));
    const days = DAY_ORDERS.flatMap((order) => daysIn(text, order));
    for (const part of new Set([...numbers, ...days])) {
      if (part === undefined) continue;
      const alike = this.#byPart.get(String(part));
      if (alike === undefined) this.#byPart.set(String(part), [place]);
      else if (alike.length < MOST_ALIKE) alike.push(place);
    }
  }
}
