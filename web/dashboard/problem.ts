import { ApiError } from './api.ts';
import { view, type Shown } from './view.ts';

/** An error in the words of the service; nothing when there is none. */
export function Problem({ error }: { error: unknown }): Shown {
  if (error === undefined) return null;
  const message = error instanceof Error ? error.message : 'It went wrong';
  const code = error instanceof ApiError ? error.code : '';
  return view`<p class="problem" role="alert">${message} ${code !== '' && view`<a href=${`docs/errors#${code}`}><code>${code}</code></a>`}</p>`;
}
