import { signal } from '@preact/signals';
import { call } from '../api.ts';
import { Problem } from '../problem.ts';
import { view, type Shown } from '../view.ts';
import { options } from './request.ts';

/** The part of a JSON Schema that a field of the form is made of. */
interface OptionSchema {
  type?: string;
  description?: string;
  default?: unknown;
  enum?: string[];
  deprecated?: boolean;
  minimum?: number;
  maximum?: number;
}

/** The part of the OpenAPI document that is read here. */
interface Api {
  components: { schemas: { ScrapeRequest: { properties: Record<string, OptionSchema> } } };
}

/** Asked for in the form itself, or for programs. */
const LEFT_OUT = new Set(['url', 'formats', 'origin', 'integration', 'zeroDataRetention']);

const schemas = signal<ReadonlyArray<[name: string, schema: OptionSchema]>>([]);
const problem = signal<unknown>(undefined);

/** The options as the API describes them: what is added there appears here by itself. */
async function load(event: Event): Promise<void> {
  if (!(event.currentTarget as HTMLDetailsElement).open || schemas.value.length > 0) return;
  try {
    const { body } = await call<Api>('/openapi.json');
    const { properties } = body.components.schemas.ScrapeRequest;
    schemas.value = Object.entries(properties).filter(
      ([name, { deprecated }]) => deprecated !== true && !LEFT_OUT.has(name),
    );
  } catch (error) {
    problem.value = error;
  }
}

function set(name: string, value: unknown): void {
  const { [name]: _old, ...others } = options.value;
  options.value = value === undefined ? others : { ...others, [name]: value };
}

export function Options(): Shown {
  return view`
    <details class="options" onToggle=${load}>
      <summary>Options ${Object.keys(options.value).length > 0 && view`<span class="count">${Object.keys(options.value).length}</span>`}</summary>
      <${Problem} error=${problem.value} />
      ${schemas.value.map(([name, schema]) => view`<${Option} key=${name} name=${name} schema=${schema} />`)}
    </details>`;
}

function Option({ name, schema }: { name: string; schema: OptionSchema }): Shown {
  const id = `option-${name}`;
  return view`<div class="option">
    <label for=${id}>${name}</label>
    ${field(id, name, schema)}
    ${schema.description !== undefined && view`<p class="quiet" id=${`${id}-about`}>${schema.description}</p>`}
  </div>`;
}

function field(
  id: string,
  name: string,
  { type, enum: values, default: usual, minimum, maximum }: OptionSchema,
): Shown {
  const value = options.value[name];
  const about = `${id}-about`;
  if (type === 'boolean')
    return view`<input id=${id} type="checkbox" aria-describedby=${about} checked=${value ?? usual ?? false}
      onChange=${({ currentTarget }: { currentTarget: HTMLInputElement }) => set(name, currentTarget.checked === usual ? undefined : currentTarget.checked)} />`;
  if (values)
    return view`<select id=${id} aria-describedby=${about} onChange=${({ currentTarget }: { currentTarget: HTMLSelectElement }) => set(name, currentTarget.value === usual ? undefined : currentTarget.value)}>
      ${values.map((each) => view`<option value=${each} selected=${each === (value ?? usual)}>${each}</option>`)}
    </select>`;
  if (type === 'integer' || type === 'number')
    return view`<input id=${id} type="number" min=${minimum} max=${maximum} placeholder=${usual} aria-describedby=${about} value=${value}
      onChange=${({ currentTarget }: { currentTarget: HTMLInputElement }) => set(name, currentTarget.value === '' ? undefined : Number(currentTarget.value))} />`;
  if (type === 'string')
    return view`<input id=${id} type="text" aria-describedby=${about} value=${value}
      onChange=${({ currentTarget }: { currentTarget: HTMLInputElement }) => set(name, currentTarget.value === '' ? undefined : currentTarget.value)} />`;
  return view`<textarea id=${id} rows="2" spellcheck="false" placeholder="JSON" aria-describedby=${about}
    onChange=${({ currentTarget }: { currentTarget: HTMLTextAreaElement }) => setJson(name, currentTarget)}>${value === undefined ? '' : JSON.stringify(value)}</textarea>`;
}

function setJson(name: string, area: HTMLTextAreaElement): void {
  try {
    set(name, area.value.trim() === '' ? undefined : JSON.parse(area.value));
    area.setCustomValidity('');
  } catch {
    area.setCustomValidity('This is no JSON');
    area.reportValidity();
  }
}
