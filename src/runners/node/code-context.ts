import { createRequire, isBuiltin } from 'node:module';
import { types } from 'node:util';
import vm from 'node:vm';
import type { Page } from 'playwright-core';
import type { DrivenBrowser } from '../driving/driven-browser.ts';
import { explainError } from './explain-error.ts';
import { CODE_FILE } from './code-file.ts';
import { rewriteCode } from './rewrite-code.ts';
import { showValue } from './show-value.ts';

/** Runs code with the session's browser in scope; what it declares at its top is there for the next call. */
export interface CodeContext {
  /** The last expression's value; rejects with whatever the code throws. */
  evaluate(code: string): Promise<unknown>;
  /** As `evaluate`; the value as text, and an error on standard error. */
  run(code: string): Promise<{ result: string; exitCode: number }>;
}

/** Globals of Node that the language itself does not bring. */
const NODE_GLOBALS = [
  'AbortController AbortSignal Blob BroadcastChannel Buffer Event EventTarget File FormData Headers MessageChannel',
  'Performance Request Response TextDecoder TextEncoder URL URLSearchParams WebAssembly atob btoa clearImmediate',
  'clearInterval clearTimeout console crypto fetch performance process queueMicrotask setImmediate setInterval',
  'setTimeout structuredClone',
].flatMap((line) => line.split(' '));

type LoadModule = (name: string) => unknown;

/** Makes the context of a session; `modules` gives what is not built in. */
export function createCodeContext(driven: DrivenBrowser, modules: ReadonlyMap<string, unknown>): CodeContext {
  const load = createRequire(import.meta.url) as LoadModule;
  const requireModule = (name: string): unknown => modules.get(name) ?? load(builtInName(name));
  const sandbox: Record<string, unknown> = { require: requireModule, module: { exports: {} }, exports: {} };
  for (const name of NODE_GLOBALS) sandbox[name] = (globalThis as Record<string, unknown>)[name];
  sandbox['browser'] = driven.browser;
  sandbox['context'] = driven.context;
  const context = vm.createContext(sandbox, { name: 'session' });
  sandbox['globalThis'] = vm.runInContext('globalThis', context);
  sandbox['global'] = sandbox['globalThis'];
  let given: Page | undefined;

  async function evaluate(code: string): Promise<unknown> {
    const { text, names, prefixLength } = rewriteCode(code);
    const script = new vm.Script(text, {
      filename: CODE_FILE,
      columnOffset: -prefixLength,
      importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    const page = await driven.currentPage();
    // A page that the code has named so itself stays as long as it is open.
    const named = sandbox['page'] as Page | undefined;
    if (named === undefined || named === given || isClosedPage(named)) sandbox['page'] = given = page;
    for (const name of names) if (!Object.hasOwn(sandbox, name)) sandbox[name] = undefined;
    const kept: { value?: unknown } = {};
    const returned: unknown = await (script.runInContext(context) as (to: object) => Promise<unknown>)(kept);
    return returned === undefined ? await kept.value : returned;
  }

  return {
    evaluate,
    async run(code) {
      try {
        return { result: showValue(await evaluate(code)), exitCode: 0 };
      } catch (error) {
        process.stderr.write(`${explainError(error)}\n`);
        return { result: '', exitCode: 1 };
      }
    },
  };
}

/** Files of this program are nobody's business; there is nothing else that could be loaded. */
function builtInName(name: string): string {
  const built = name.startsWith('node:') ? name : `node:${name}`;
  if (!isBuiltin(built)) throw new MissingModuleError(name);
  return built;
}

class MissingModuleError extends Error {
  readonly code = 'MODULE_NOT_FOUND';

  constructor(name: string) {
    super(`Cannot find module '${name}': code of a session has the modules of Node, and no packages`);
    this.name = 'Error';
  }
}

function isClosedPage(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !types.isProxy(value) &&
    typeof (value as Page).isClosed === 'function' &&
    (value as Page).isClosed()
  );
}
