import { effect, signal } from '@preact/signals';
import { Problem } from '../problem.ts';
import { view, type Shown } from '../view.ts';
import { api, loadApi, optionsOf, type OptionSchema } from './api-schema.ts';
import { OptionField } from './option-field.ts';
import { changedOptions, groupOf, setOption, SHOWN_FORMATS, task, type Format } from './request.ts';
import { TASKS, type GroupId, type Task } from './tasks.ts';

/** Asked for in the form itself, or for programs. */
const LEFT_OUT = ['url', 'query', 'scrapeOptions', 'origin', 'integration'];

const FORMATS_OF: Readonly<Partial<Record<GroupId, readonly Format[]>>> = {
  scrape: SHOWN_FORMATS,
  results: [],
};

const problem = signal<unknown>(undefined);
/** Whether the options are shown. */
const isOpen = signal(false);
/** The words that options are looked for with. */
const wanted = signal('');

// They are described by the service: what is added there appears here by itself.
effect(() => {
  if (isOpen.value) void loadApi().catch((error: unknown) => (problem.value = error));
});

/** The options of what the form does, with what each means and costs. */
export function Options(): Shown {
  const { groups, path } = TASKS[task.value] as Task;
  const changed = changedOptions();
  const price = api.value?.paths[path]?.post?.['x-credits'];
  return view`
    <details class="options" open=${isOpen.value} onToggle=${(event: Event) => (isOpen.value = (event.currentTarget as HTMLDetailsElement).open)}>
      <summary>Options ${changed > 0 && view`<span class="count">${changed}</span>`}</summary>
      <${Problem} error=${problem.value} />
      ${api.value && price !== undefined && view`<p class="quiet price">Credits: ${price}.</p>`}
      ${
        api.value &&
        view`<p class="line"><label for="option-filter">Find</label>
          <input id="option-filter" type="search" placeholder="wait, cookies, …" value=${wanted.value}
            onInput=${({ currentTarget }: { currentTarget: HTMLInputElement }) => (wanted.value = currentTarget.value)} /></p>`
      }
      ${api.value && groups.map((group) => view`<${Group} key=${group.id} ...${group} />`)}
      ${changed > 0 && view`<p><button type="button" onClick=${reset}>Set all back</button></p>`}
    </details>`;
}

function reset(): void {
  for (const { id } of TASKS[task.value].groups) groupOf(id).value = {};
}

function Group({ id, title, schema, leftOut = [] }: Task['groups'][number]): Shown {
  const described = api.value?.components.schemas[schema];
  if (described === undefined) return null;
  const words = wanted.value.toLowerCase().split(/\s+/).filter(Boolean);
  const options = optionsOf(described, new Set([...LEFT_OUT, ...leftOut])).filter(([name, each]) => {
    const text = `${name} ${each.description ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const fields = options.map(
    ([
      name,
      each,
    ]) => view`<${OptionField} key=${name} id=${`option-${id}-${name}`} name=${name} schema=${ownUsual(id, name, each)}
      value=${groupOf(id).value[name]} onSet=${(value: unknown) => setOption(id, name, value)} />`,
  );
  if (title === undefined || fields.length === 0) return fields;
  return view`<fieldset><legend>${title}</legend>${fields}</fieldset>`;
}

/** The playground asks for more formats than the service gives by itself, and a search for none. */
function ownUsual(id: GroupId, name: string, schema: OptionSchema): OptionSchema {
  const usual = name === 'formats' ? FORMATS_OF[id] : undefined;
  return usual === undefined ? schema : { ...schema, default: usual };
}
