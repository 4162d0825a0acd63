import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setImmediate as turn } from 'node:timers/promises';
import { init } from '@embedpdf/pdfium';
import { collectGarbage } from './collect-garbage.ts';
import type { PdfiumExports } from './pdfium-exports.ts';
import { WasmMemory } from './wasm-memory.ts';
import {
  compile,
  Instance,
  RuntimeError,
  type WebAssemblyInstance,
  type WebAssemblyModule,
} from './web-assembly.ts';

/**
 * Compiled when this file is loaded: a process that reads documents gives up its right to read files before it sees the
 * first one.
 */
const BYTES = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
const MODULE = await compile(BYTES);

/** A file that makes PDFium ask for more ends it. Ordinary ones need some ten megabytes, large scans some hundred. */
const MAX_BYTES = 512 * 2 ** 20;
/** Its memory never shrinks: beyond this, the next file gets a new instance. */
const MAX_IDLE_BYTES = 192 * 2 ** 20;

/** One PDFium with its memory. */
export interface Pdfium {
  readonly api: PdfiumExports;
  readonly memory: WasmMemory;
}

/** PDFium gave up on a file, or ran out of memory: its instance must not be used any more. */
export class PdfiumCrash extends Error {
  constructor(cause: unknown) {
    super('PDFium ended', { cause });
    this.name = 'PdfiumCrash';
  }
}

const idle: Pdfium[] = [];

/** An instance that nobody uses. Give it back with `returnPdfium`, or after a crash forget it with `forgetPdfium`. */
export async function takePdfium(): Promise<Pdfium> {
  return idle.pop() ?? (await startPdfium());
}

export async function returnPdfium(pdfium: Pdfium): Promise<void> {
  if (pdfium.memory.size <= MAX_IDLE_BYTES && idle.length === 0) idle.push(pdfium);
  else await forgetPdfium();
}

/** Frees the memory of instances that the caller has let go of. */
export async function forgetPdfium(): Promise<void> {
  // The error of a crash holds on to its instance while it is being handled.
  await turn();
  collectGarbage();
}

/** Runs what calls PDFium; what WebAssembly throws becomes a PdfiumCrash. */
export function guardPdfium<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    // A trap or an abort; the stack of a file that nests too deeply; and numbers, which are how its C++ throws.
    if (error instanceof RuntimeError || isStackOverflow(error) || typeof error === 'number') {
      throw new PdfiumCrash(error);
    }
    throw error;
  }
}

function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack');
}

interface WasmImports {
  env: { emscripten_resize_heap(size: number): boolean };
}

type Receive = (instance: WebAssemblyInstance, module: WebAssemblyModule) => void;

async function startPdfium(): Promise<Pdfium> {
  const overrides = {
    // Never read, but without them the package would look for the file itself.
    wasmBinary: BYTES,
    instantiateWasm(imports: WasmImports, receive: Receive): object {
      const instance = new Instance(MODULE, { ...imports, env: { ...imports.env, ...bounded(imports) } });
      receive(instance, MODULE);
      return instance.exports;
    },
    print: ignore,
    printErr: ignore,
  };
  const { pdfium } = await init(overrides);
  const api = pdfium.wasmExports as unknown as PdfiumExports;
  api.PDFiumExt_Init();
  return { api, memory: new WasmMemory(api) };
}

/**
 * Bounds the function that the module calls when its memory is full; the module takes a refusal as being out of memory.
 */
function bounded({ env }: WasmImports): WasmImports['env'] {
  return {
    emscripten_resize_heap: (size) => size >>> 0 <= MAX_BYTES && env.emscripten_resize_heap(size),
  };
}

function ignore(): void {}
