/** The used part of WebAssembly, which the types of Node leave out. */
export interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
}

declare const MODULE: unique symbol;

/** Compiled code. */
export interface WebAssemblyModule {
  readonly [MODULE]: true;
}

export interface WebAssemblyInstance {
  readonly exports: object;
}

interface WebAssemblyApi {
  compile(bytes: Uint8Array): Promise<WebAssemblyModule>;
  Instance: new (module: WebAssemblyModule, imports: object) => WebAssemblyInstance;
  /** A trap. */
  RuntimeError: new (message: string) => Error;
}

export const { compile, Instance, RuntimeError } = (globalThis as unknown as { WebAssembly: WebAssemblyApi })
  .WebAssembly;
