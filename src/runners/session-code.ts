import type { DriverLink } from '../lib/driver-link.ts';
import { ServiceError } from '../lib/service-error.ts';
import { untilAborted } from '../lib/time/until-aborted.ts';
import type { CodeCall, CodeLanguage, CodeOutcome, CodeRunner, RunnerTools } from './code-runner.ts';
import { awaitMessage } from './process/await-message.ts';
import { FRAME_KIND } from './process/link-frames.ts';
import { runOrder, type RunningOrder } from './process/run-order.ts';
import type { FromRunner } from './process/runner-messages.ts';
import type { RunnerEnd, RunnerProcess } from './process/runner-process.ts';

/** Where the processes of a session come from. */
export interface RunnerSupply {
  /** A node runner that is ready, and nobody's yet. */
  takeNode(): Promise<RunnerProcess>;
  startPython(): Promise<RunnerProcess>;
}

interface NodeSide {
  process: RunnerProcess;
  driver: DriverLink;
}

/** A page is read as Markdown so many times at once. */
const MAX_READINGS = 4;
/** The most bytes of one language's words that may wait for the other's. */
const MAX_RELAYED_BYTES = 8 * 2 ** 20;

/** The code of one session: a node runner that drives the browser, and a Python beside it once one is asked for. */
export class SessionCode implements CodeRunner {
  readonly #tools: RunnerTools;
  readonly #supply: RunnerSupply;
  readonly #disposing = new AbortController();
  #node: Promise<NodeSide> | undefined;
  #python: Promise<RunnerProcess> | undefined;
  #isRunning = false;
  #running: RunningOrder | undefined;
  #lastId = 0;
  #readings = 0;

  constructor(tools: RunnerTools, supply: RunnerSupply) {
    this.#tools = tools;
    this.#supply = supply;
    // It connects while the caller's code is on its way; the first call tells of a failure.
    this.#connectedNode().catch(() => undefined);
  }

  async run(call: CodeCall): Promise<CodeOutcome> {
    if (this.#isRunning) throw new Error('Code of this session is running');
    this.#isRunning = true;
    try {
      return await this.#runAlone(call);
    } finally {
      this.#isRunning = false;
    }
  }

  async #runAlone(call: CodeCall): Promise<CodeOutcome> {
    call.signal.throwIfAborted();
    const runner = await untilAborted(this.#runnerFor(call.language), call.signal);
    const order = runOrder(runner, ++this.#lastId, call);
    this.#running = order;
    // It may have ended just before it was anybody's call.
    if (!runner.isAlive) void runner.exited.then((end) => order.onRunnerEnd(end));
    try {
      const { how, outcome } = await order.ended;
      if (how === 'late') await this.#tools.stopScripts().catch(() => undefined);
      return outcome;
    } finally {
      this.#running = undefined;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposing.abort();
    const [node, python] = [this.#node, this.#python];
    await Promise.allSettled([
      node?.then(({ process }) => endOf(process)),
      python?.then((process) => endOf(process)),
    ]);
  }

  /** Rejects with SESSION_FAILED when the runner cannot be had: nothing has run, so the caller may try again. */
  async #runnerFor(language: CodeLanguage): Promise<RunnerProcess> {
    try {
      const node = await this.#livingNode();
      return language === 'python' ? await this.#livingPython(node) : node.process;
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      const message = 'The code of the session could not be started; nothing was run';
      throw new ServiceError('SESSION_FAILED', { message, cause: error, hint: String(error) });
    }
  }

  /** A runner that was just killed is waited for: the next one must not find its half of the conversation. */
  async #livingNode(): Promise<NodeSide> {
    const node = await this.#connectedNode();
    if (node.process.isAlive) return node;
    await node.process.exited;
    return this.#connectedNode();
  }

  async #livingPython(node: NodeSide): Promise<RunnerProcess> {
    const python = await this.#connectedPython(node);
    if (python.isAlive) return python;
    await python.exited;
    return this.#connectedPython(node);
  }

  #connectedNode(): Promise<NodeSide> {
    if (this.#disposing.signal.aborted) return Promise.reject(new Error('The session has ended'));
    if (this.#node) return this.#node;
    const connecting = this.#connectNode();
    const forget = (): void => {
      if (this.#node === connecting) this.#node = undefined;
    };
    connecting.then(({ process }) => process.exited.then(forget), forget);
    this.#node = connecting;
    return connecting;
  }

  async #connectNode(): Promise<NodeSide> {
    const process = await this.#supply.takeNode();
    const driver = this.#tools.connectDriver({
      send: (message) => process.send(FRAME_KIND.driver, message),
      get queuedBytes() {
        return process.queuedBytes;
      },
      setPaused: (isPaused) => process.setPaused(isPaused),
      close: (_code, reason) => process.kill(`the browser closed the conversation: ${reason}`),
    });
    void process.exited.then(async (end) => {
      this.#noteEnd(process, end);
      // Python holds objects of a process that is gone.
      void this.#python?.then((python) => python.kill('the objects that it held have gone'));
      await driver[Symbol.asyncDispose]();
    });
    const listen = (onControl: (message: FromRunner) => void): void =>
      process.listen({
        onControl,
        onDriver: (message) => driver.take(message),
        onRelay: (text) => void this.#python?.then((python) => python.send(FRAME_KIND.relay, text)),
        onDrain: () => driver.noteDrained(),
      });
    await awaitMessage(process, 'connected', (hear) => {
      listen(hear);
      process.tell({ type: 'connect' });
    });
    listen((message) => this.#hear(process, message));
    if (this.#disposing.signal.aborted) await endOf(process);
    return { process, driver };
  }

  #connectedPython(node: NodeSide): Promise<RunnerProcess> {
    if (this.#python) return this.#python;
    const starting = this.#supply.startPython().then((python) => {
      python.listen({
        onControl: (message) => this.#hear(python, message),
        onRelay: (text) => relay(text, python, node.process),
      });
      void python.exited.then((end) => {
        this.#noteEnd(python, end);
        node.process.tell({ type: 'forget' });
        node.process.setPaused(false);
      });
      return python;
    });
    const forget = (): void => {
      if (this.#python === starting) this.#python = undefined;
    };
    starting.then((python) => python.exited.then(forget), forget);
    this.#python = starting;
    return starting;
  }

  #noteEnd(runner: RunnerProcess, end: RunnerEnd): void {
    if (this.#running?.runner === runner) void this.#running.onRunnerEnd(end);
  }

  #hear(runner: RunnerProcess, message: FromRunner): void {
    if (message.type === 'done' && this.#running?.runner === runner) this.#running.onDone(message);
    else if (message.type === 'markdown' && this.#readings < MAX_READINGS)
      void this.#giveMarkdown(runner, message.id);
    else runner.kill('it speaks out of turn');
  }

  async #giveMarkdown(runner: RunnerProcess, id: number): Promise<void> {
    this.#readings++;
    try {
      const markdown = await this.#tools.readMarkdown(this.#disposing.signal);
      runner.tell({ type: 'markdown', id, markdown });
    } catch (error) {
      runner.tell({ type: 'markdown', id, problem: (error as Error).message });
    } finally {
      this.#readings--;
    }
  }
}

/** Passes a message on to the other runner. A runner that sends more than the other takes is ended: its messages wait in this process. */
function relay(text: string, from: RunnerProcess, to: RunnerProcess): void {
  to.send(FRAME_KIND.relay, text);
  if (to.queuedBytes > MAX_RELAYED_BYTES + text.length) from.kill('it says more than is taken');
}

async function endOf(runner: RunnerProcess): Promise<void> {
  runner.kill('the session has ended');
  await runner.exited;
}
