import type { XmlElement } from '../xml/xml-element.ts';

/** Last number of each level of one list; level 1 is at index 1. */
export type Counters = number[];

/** Numbers of lists that other lists go on with (ODF 1.3 part 3, sections 19.780 and 19.781). */
export class ListNumbers {
  readonly #byId = new Map<string, Counters>();
  readonly #byStyle = new Map<string, Counters>();

  /** Counters of an outermost list: those of the list that it continues, else new ones. */
  countersOf(list: XmlElement): Counters {
    const { attributes } = list;
    const style = attributes['text:style-name'] ?? '';
    const continued = attributes['text:continue-list'];
    const counters =
      (continued === undefined ? undefined : this.#byId.get(continued)) ??
      (attributes['text:continue-numbering'] === 'true' ? this.#byStyle.get(style) : undefined) ??
      [];
    const id = attributes['xml:id'] ?? attributes['text:id'];
    if (id !== undefined) this.#byId.set(id, counters);
    this.#byStyle.set(style, counters);
    return counters;
  }
}
