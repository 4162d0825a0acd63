import { view, type Shown } from '../view.ts';
import { withCode } from '../with-code.ts';
import { resolved, variantsOf, type OptionSchema } from './api-schema.ts';
import { ChoiceField } from './choice-field.ts';
import { StepsField } from './steps-field.ts';

/** An option: its name, a field that fits its schema, what it means and costs. */
export interface OptionProps {
  id: string;
  name: string;
  schema: OptionSchema;
  value: unknown;
  /** Undefined: as if nobody had said anything. */
  onSet: (value: unknown) => void;
}

export function OptionField(props: OptionProps): Shown {
  const { id, name, schema } = props;
  const about = view`<${About} id=${`${id}-about`} schema=${schema} />`;
  const group = groupedField(props);
  if (group !== undefined)
    return view`<fieldset class="option group" aria-describedby=${`${id}-about`}><legend>${name}</legend>${about}${group}</fieldset>`;
  const isCheck = schema.type === 'boolean' && typeof schema.default === 'boolean';
  return view`<div class=${isCheck ? 'option tick' : 'option'}>
    <label for=${id}>${name}</label>
    ${plainField(props)}
    ${about}
  </div>`;
}

function About({
  id,
  schema: { description, 'x-credits': price },
}: {
  id: string;
  schema: OptionSchema;
}): Shown {
  if (description === undefined && price === undefined) return null;
  return view`<p class="quiet" id=${id}>${withCode(description ?? '')} ${price !== undefined && view`<span class="price">Credits: ${price}.</span>`}</p>`;
}

/** Several fields under one name; undefined where one field does. */
function groupedField(props: OptionProps): Shown {
  const { id, schema, value, onSet } = props;
  const { type, items, properties } = schema;
  if (type === 'array' && items !== undefined) {
    const variants = variantsOf(items);
    if (variants.length === 0) return undefined;
    // Steps are done in their order, and one may come twice.
    const Field = resolved(items).oneOf ? StepsField : ChoiceField;
    return view`<${Field} ...${props} variants=${variants} Each=${Members} />`;
  }
  if (type !== 'object' || properties === undefined) return undefined;
  return view`<${Members} id=${id} schema=${schema} value=${value} onSet=${onSet} />`;
}

interface MembersProps extends Omit<OptionProps, 'name'> {
  /** Members that are not asked for. */
  without?: readonly string[];
}

/** The members of an object, each as an option. */
function Members({ id, schema: { properties = {} }, value, onSet, without = [] }: MembersProps): Shown {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const set = (name: string, member: unknown): void => {
    const { [name]: _old, ...others } = given;
    const all = member === undefined ? others : { ...others, [name]: member };
    onSet(Object.keys(all).length === 0 ? undefined : all);
  };
  return Object.entries(properties)
    .filter(([name, { deprecated }]) => deprecated !== true && !without.includes(name))
    .map(
      ([
        name,
        schema,
      ]) => view`<${OptionField} key=${name} id=${`${id}-${name}`} name=${name} schema=${resolved(schema)}
        value=${given[name]} onSet=${(member: unknown) => set(name, member)} />`,
    );
}

interface Changed<Element> {
  currentTarget: Element;
}

function plainField(props: OptionProps): Shown {
  const { type, enum: values, items } = props.schema;
  if (values || type === 'boolean') return chosenField(props);
  if (type === 'integer' || type === 'number') return numberField(props);
  if (type === 'string' || (Array.isArray(type) && type.includes('string'))) return textField(props);
  return type === 'array' && items?.type === 'string' ? linesField(props) : jsonField(props);
}

function numberField({ id, schema, value, onSet }: OptionProps): Shown {
  const { type, default: usual, minimum, maximum } = schema;
  return view`<input id=${id} type="number" min=${minimum} max=${maximum} step=${type === 'integer' ? 1 : 'any'} placeholder=${usual} aria-describedby=${`${id}-about`} value=${value ?? ''}
    onChange=${({ currentTarget: field }: Changed<HTMLInputElement>) => onSet(field.value === '' ? undefined : Number(field.value))} />`;
}

function textField({ id, schema, value, onSet }: OptionProps): Shown {
  return view`<input id=${id} type="text" placeholder=${schema.default} aria-describedby=${`${id}-about`} value=${value ?? ''}
    onChange=${({ currentTarget: field }: Changed<HTMLInputElement>) => onSet(field.value === '' ? undefined : field.value)} />`;
}

function linesField({ id, value, onSet }: OptionProps): Shown {
  return view`<textarea id=${id} rows="2" spellcheck=${false} placeholder="one a line" aria-describedby=${`${id}-about`}
    value=${Array.isArray(value) ? value.join('\n') : ''}
    onChange=${({ currentTarget: area }: Changed<HTMLTextAreaElement>) => onSet(linesOf(area.value))} />`;
}

function jsonField({ id, schema, value, onSet }: OptionProps): Shown {
  return view`<textarea id=${id} rows="2" spellcheck=${false} placeholder=${schema.type === 'object' ? '{"name": "value"}' : 'JSON'} aria-describedby=${`${id}-about`}
    value=${value === undefined ? '' : JSON.stringify(value)}
    onChange=${({ currentTarget: area }: Changed<HTMLTextAreaElement>) => setJson(area, onSet)} />`;
}

function chosenField({ id, schema, value, onSet }: OptionProps): Shown {
  const { enum: values, default: usual } = schema;
  const about = `${id}-about`;
  if (values === undefined && typeof usual === 'boolean')
    return view`<input id=${id} type="checkbox" aria-describedby=${about} checked=${value ?? usual}
      onChange=${({ currentTarget: field }: Changed<HTMLInputElement>) => onSet(field.checked === usual ? undefined : field.checked)} />`;
  const names = values ?? ['true', 'false'];
  const meant = (text: string): unknown => (values ? text : text === 'true');
  const now = JSON.stringify(value ?? usual ?? '').replaceAll('"', '');
  return view`<select id=${id} aria-describedby=${about}
    onChange=${({ currentTarget: { value: text } }: Changed<HTMLSelectElement>) => onSet(text === '' || text === usual ? undefined : meant(text))}>
    ${usual === undefined && view`<option value="" selected=${now === ''}>-</option>`}
    ${names.map((each) => view`<option key=${each} value=${each} selected=${each === now}>${each}</option>`)}
  </select>`;
}

function linesOf(text: string): string[] | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.length > 0 ? lines : undefined;
}

function setJson(area: HTMLTextAreaElement, onSet: (value: unknown) => void): void {
  try {
    onSet(area.value.trim() === '' ? undefined : JSON.parse(area.value));
    area.setCustomValidity('');
  } catch {
    area.setCustomValidity('This is no JSON');
    area.reportValidity();
  }
}
