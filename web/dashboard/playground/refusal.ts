import { useEffect } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { Problem } from '../problem.ts';
import { view, type Shown } from '../view.ts';
import { withCode } from '../with-code.ts';
import { adviceFor, loadApi } from './api-schema.ts';
import { LongText } from './long-text.ts';

/** An error with what to do about it, and the reply as it came. */
export function Refusal({ error }: { error: unknown }): Shown {
  useEffect(() => void loadApi().catch(() => undefined), [error]);
  const isAnswer = error instanceof ApiError;
  const advice = isAnswer ? adviceFor(error.code) : '';
  return view`
    <${Problem} error=${error} />
    ${advice !== '' && view`<p>${withCode(advice)}</p>`}
    ${isAnswer && view`<details><summary>Reply</summary><${LongText} text=${JSON.stringify(error.body, null, 2)} /></details>`}`;
}
