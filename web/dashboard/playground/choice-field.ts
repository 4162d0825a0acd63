import { view, type Shown } from '../view.ts';
import type { Variant } from './api-schema.ts';
import type { OptionProps } from './option-field.ts';
import { formatName, type Format } from './request.ts';

/** The properties of a field that edits a list of named entries. */
export interface EntriesProps extends OptionProps {
  variants: readonly Variant[];
  /** Draws the options of one entry. */
  Each: unknown;
}

/** A list whose entries are named: a box to tick for each name, and the options of those that are ticked. */
export function ChoiceField({ id, schema, value, onSet, variants, Each }: EntriesProps): Shown {
  const usual = (schema.default ?? []) as readonly Format[];
  const given = (value ?? usual) as readonly Format[];
  const entryOf = (name: string): Format | undefined => given.find((each) => formatName(each) === name);
  const put = (name: string, entry: Format | undefined): void => {
    const isThere = entryOf(name) !== undefined;
    const entries = isThere
      ? given.flatMap((each) => (formatName(each) === name ? (entry ?? []) : each))
      : [...given, ...(entry === undefined ? [] : [entry])];
    onSet(JSON.stringify(entries) === JSON.stringify(usual) ? undefined : entries);
  };
  return variants.map((variant) => {
    const { name, isShort } = variant;
    const entry = entryOf(name);
    const first: Format = isShort ? name : { type: name };
    const tick = ({ currentTarget: { checked } }: { currentTarget: HTMLInputElement }): void =>
      put(name, checked ? first : undefined);
    return view`<div key=${name} class="choice">
      <label><input type="checkbox" checked=${entry !== undefined} onChange=${tick} /> ${name}</label>
      ${price(variant)}
      ${
        entry !== undefined &&
        hasOptions(variant) &&
        view`<div class="more"><${Each} id=${`${id}-${name}`} schema=${variant.schema} without=${['type']}
        value=${typeof entry === 'string' ? {} : entry} onSet=${(more: unknown) => put(name, merged(first, name, more))} /></div>`
      }
    </div>`;
  });
}

/** The name alone where it has no options. */
function merged(first: Format, name: string, more: unknown): Format {
  const options = { ...(more as object | undefined), type: name };
  return Object.keys(options).length === 1 ? first : options;
}

function hasOptions({ schema: { properties = {} } }: Variant): boolean {
  return Object.keys(properties).length > 1;
}

function price({ schema: { 'x-credits': words } }: Variant): Shown {
  return words !== undefined && view`<span class="quiet price">Credits: ${words}.</span>`;
}
