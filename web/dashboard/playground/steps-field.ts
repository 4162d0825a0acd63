import { view, type Shown } from '../view.ts';
import type { EntriesProps } from './choice-field.ts';

type Step = Readonly<Record<string, unknown>> & { type: string };

/** A list of steps in their order: each with its options, and a button that takes it out; another one is added at the end. */
export function StepsField({ id, value, onSet, variants, Each }: EntriesProps): Shown {
  const steps = (Array.isArray(value) ? value : []) as readonly Step[];
  const set = (next: readonly Step[]): void => onSet(next.length > 0 ? next : undefined);
  const add = ({ currentTarget: field }: { currentTarget: HTMLSelectElement }): void => {
    if (field.value !== '') set([...steps, { type: field.value }]);
    field.value = '';
  };
  return view`
    <ol class="steps">
      ${steps.map((step, at) => {
        const schema = variants.find(({ name }) => name === step.type)?.schema ?? {};
        const put = (more: unknown): void =>
          set(
            steps.map((each, nth) =>
              nth === at ? { ...(more as object | undefined), type: step.type } : each,
            ),
          );
        return view`<li key=${at}>
          <p class="line"><strong>${step.type}</strong>
            <button type="button" aria-label=${`Take out step ${at + 1}, ${step.type}`} onClick=${() => set(steps.filter((_each, nth) => nth !== at))}>Take out</button></p>
          <${Each} id=${`${id}-${at}`} schema=${schema} without=${['type']} value=${step} onSet=${put} />
        </li>`;
      })}
    </ol>
    <label class="line">Add a step <select onChange=${add}>
      <option value="">-</option>
      ${variants.map(({ name }) => view`<option key=${name} value=${name}>${name}</option>`)}
    </select></label>`;
}
