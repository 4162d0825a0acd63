import { render } from 'preact';
import { call, visitor, type Visitor } from './api.ts';
import { App } from './app.ts';
import { signInProblem } from './sign-in.ts';
import { view } from './view.ts';

const CODE = /^#code=([\w-]+)$/;

/** Signs in by the code of a link, else by the cookie; then shows what the address asks for. */
async function start(): Promise<void> {
  const [, code] = CODE.exec(location.hash) ?? [];
  // It works once: neither history nor a reload should have it.
  if (code !== undefined) history.replaceState(null, '', location.pathname);
  try {
    const { body } =
      code === undefined
        ? await call<Visitor>('/dashboard/me')
        : await call<Visitor>('/dashboard/sign-in', { code });
    visitor.value = body;
  } catch (error) {
    if (code !== undefined && error instanceof Error) signInProblem.value = error.message;
  }
  const root = document.getElementById('app');
  if (root) render(view`<${App} />`, root);
}

await start();
