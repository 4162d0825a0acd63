import type { DrivenBrowser } from '../driving/driven-browser.ts';
import type { InsideLink } from '../process/inside-link.ts';
import { FRAME_KIND } from '../process/link-frames.ts';
import { decodeFromPython, encodeForPython, kindOf, type HeldObjects } from './bridge-values.ts';

/** Does what Python asks for, on the objects that live in this process. */
export interface PythonBridge {
  hear(text: string): Promise<void>;
  /** The Python that held objects has ended. */
  forget(): void;
}

interface PythonRequest {
  id: number;
  op: 'session' | 'get' | 'call' | 'assert' | 'expect' | 'await';
  on: number;
  name: string;
  args?: unknown[];
  options?: Record<string, unknown>;
  pending: number;
  released?: number[];
}

interface PythonAnswer {
  answer: number;
  value: unknown;
  problem: string | null;
}

type Members = Record<string, unknown>;
type Method = (this: unknown, ...args: unknown[]) => unknown;

export function createPythonBridge(driven: DrivenBrowser, link: InsideLink): PythonBridge {
  const state = { session: new PythonSession(driven, link) };
  return {
    async hear(text) {
      const message = JSON.parse(text) as PythonRequest | PythonAnswer;
      if ('answer' in message) state.session.take(message);
      else await state.session.perform(message);
    },
    forget() {
      state.session.end();
      state.session = new PythonSession(driven, link);
    },
  };
}

/** The objects, functions and promises of one Python process. */
class PythonSession implements HeldObjects {
  readonly #driven: DrivenBrowser;
  readonly #link: InsideLink;
  readonly #numbers = new Map<object, number>();
  readonly #objects = new Map<number, { value: object; count: number }>();
  readonly #functions = new Map<number, (...args: unknown[]) => Promise<unknown>>();
  readonly #calls = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #pending = new Map<number, Promise<unknown>>();
  #lastNumber = 0;
  #isOver = false;

  constructor(driven: DrivenBrowser, link: InsideLink) {
    this.#driven = driven;
    this.#link = link;
  }

  numberOf(value: object): number {
    const number = this.#numbers.get(value) ?? ++this.#lastNumber;
    this.#numbers.set(value, number);
    this.#objects.set(number, { value, count: (this.#objects.get(number)?.count ?? 0) + 1 });
    return number;
  }

  find(number: number): object {
    const held = this.#objects.get(number);
    if (held === undefined) throw new Error('The object has gone with the program that held it');
    return held.value;
  }

  async perform(request: PythonRequest): Promise<void> {
    for (const number of request.released ?? []) this.#release(number);
    const { id } = request;
    try {
      const value = await this.#do(request);
      this.#send({ id, ok: encodeForPython(value, this) });
    } catch (error) {
      const { name, message, stack } = error as Error;
      this.#send({ id, error: { name, message: shownMessage(message), stack } });
    }
  }

  take({ answer, value, problem }: PythonAnswer): void {
    const call = this.#calls.get(answer);
    this.#calls.delete(answer);
    if (problem === null) call?.resolve(this.#decode(value));
    else call?.reject(new Error(problem));
  }

  end(): void {
    this.#isOver = true;
    for (const call of this.#calls.values()) call.reject(new Error('The program that was asked has ended'));
  }

  async #do({ op, on, name, args, options, pending }: PythonRequest): Promise<unknown> {
    if (op === 'session') {
      const { browser, context } = this.#driven;
      return { browser, context, page: await this.#driven.currentPage() };
    }
    if (op === 'await') return this.#takePending(pending);
    const owner = this.find(on) as Members;
    const settings = this.#decode({ $o: options ?? {} }) as Members;
    if (op === 'assert') return assertOn(owner, name, settings);
    const member = owner[name];
    if (op === 'get') return typeof member === 'function' ? (member as Method).call(owner) : member;
    if (typeof member !== 'function') throw new NoSuchAttributeError(kindOf(owner), name);
    const given = (args ?? []).map((arg) => this.#decode(arg));
    const isPlain = Object.keys(settings).length === 0;
    const value = (member as Method).apply(owner, isPlain ? given : [...given, settings]);
    if (op === 'call') return value === owner ? undefined : value;
    return this.#keepPending(value);
  }

  #keepPending(value: unknown): number {
    const promise = Promise.resolve(value);
    // It is asked for later, or never.
    promise.catch(() => undefined);
    this.#pending.set(++this.#lastNumber, promise);
    return this.#lastNumber;
  }

  #takePending(number: number): Promise<unknown> {
    const promise = this.#pending.get(number);
    this.#pending.delete(number);
    return promise ?? Promise.reject(new Error('Nothing of this kind is waited for'));
  }

  /** The function here that stands for one of Python's; always the same one, so that a listener can be removed. */
  #functionOf(number: number): (...args: unknown[]) => Promise<unknown> {
    const known = this.#functions.get(number);
    if (known) return known;
    const callPython = (...args: unknown[]): Promise<unknown> => {
      const call = Promise.withResolvers<unknown>();
      // Nobody waits for the answer of a listener.
      call.promise.catch(() => undefined);
      const at = ++this.#lastNumber;
      this.#calls.set(at, call);
      this.#send({ callback: number, call: at, args: args.map((arg) => encodeForPython(arg, this)) });
      return call.promise;
    };
    this.#functions.set(number, callPython);
    return callPython;
  }

  #decode(value: unknown): unknown {
    return decodeFromPython(value, this, (number) => this.#functionOf(number));
  }

  #release(number: number): void {
    const held = this.#objects.get(number);
    if (held === undefined || --held.count > 0) return;
    this.#objects.delete(number);
    this.#numbers.delete(held.value);
  }

  #send(message: object): void {
    if (!this.#isOver) this.#link.send(FRAME_KIND.relay, JSON.stringify(message));
  }
}

class NoSuchAttributeError extends Error {
  constructor(kind: string, name: string) {
    super(`'${kind}' object has no attribute '${name}'`);
    this.name = 'AttributeError';
  }
}

/** Assertions of Playwright's own are in all of its languages, and public in none. */
const EXPECT = '_expect';

interface Expecting {
  [EXPECT](expression: string, options: Members): Promise<unknown>;
}

/** Assertions of Playwright's own, which poll in the page; a page's are those of its frame. */
function assertOn(owner: Members, expression: string, options: Members): Promise<unknown> {
  const target = EXPECT in owner ? owner : (owner as { mainFrame(): unknown }).mainFrame();
  return (target as Expecting)[EXPECT](expression, options);
}

/** Python names the class with a capital, and the method in its own way. */
function shownMessage(message: string): string {
  return message.replace(
    /^([a-z])(\w*)\.(\w+)(?=: )/,
    (_all, first: string, kind: string, method: string) =>
      `${first.toUpperCase()}${kind}.${method.replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`)}`,
  );
}
