import { signal } from '@preact/signals';
import { CopyButton } from '../copy-button.ts';
import { view, type Shown } from '../view.ts';
import { PROGRAMS } from './programs.ts';
import { file, requestBody, task } from './request.ts';

const language = signal('curl');

/** The request of the form as a program to paste. */
export function CopyAs(): Shown {
  const base = new URL('.', document.baseURI).href.replace(/\/$/, '');
  const call = { task: task.value, body: requestBody(), fileName: file.value?.name };
  const text = PROGRAMS[language.value]?.(call, base) ?? '';
  return view`
    <section class="copy" aria-label="The request for other programs">
      <div class="line">
        <label for="language" class="unseen">Language</label>
        <select id="language" onChange=${({ currentTarget }: { currentTarget: HTMLSelectElement }) => (language.value = currentTarget.value)}>
          ${Object.keys(PROGRAMS).map((name) => view`<option key=${name} value=${name} selected=${name === language.value}>${name}</option>`)}
        </select>
        <${CopyButton} text=${text} />
      </div>
      <pre class="source" tabindex="0">${text}</pre>
    </section>`;
}
