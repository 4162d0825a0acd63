import { signal } from '@preact/signals';
import { call, visitor, type Visitor } from './api.ts';
import { view, type Shown } from './view.ts';

export const signInProblem = signal('');

export function SignIn(): Shown {
  return view`
    <main class="sign-in">
      <h1>Decant</h1>
      <form onSubmit=${submit}>
        <label for="key">API key</label>
        <input id="key" name="key" type="password" autocomplete="current-password" required placeholder="fc-…" />
        <button class="primary" type="submit">Sign in</button>
        <p class="problem" role="alert">${signInProblem.value}</p>
      </form>
      <p class="quiet">The service prints a link that signs in when it starts; <code>decant keys</code> shows or makes a key.</p>
    </main>`;
}

async function submit(event: Event): Promise<void> {
  event.preventDefault();
  const form = event.currentTarget as HTMLFormElement;
  const key = new FormData(form).get('key');
  try {
    const { body } = await call<Visitor>('/dashboard/sign-in', { key });
    visitor.value = body;
    signInProblem.value = '';
  } catch (error) {
    signInProblem.value = error instanceof Error ? error.message : String(error);
  }
}

export async function signOut(): Promise<void> {
  await call('/dashboard/sign-out', {});
  visitor.value = undefined;
}
