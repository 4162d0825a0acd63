import type { endpoints } from '../../../contract/endpoints/index.ts';

export type EndpointName = keyof typeof endpoints;

/** The parts of a request as a client sends them, before they are checked. */
export interface ApiRequest {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, unknown>>;
}

export interface FileForAgent {
  name: string;
  bytes: Uint8Array;
}

/** A picture that an agent is shown. */
export interface PictureForAgent {
  /** `image/jpeg` */
  type: string;
  bytes: Uint8Array;
}

/** Bytes of a picture: its Base64 stays far below what clients take, and a model looks at fewer dots anyway. */
export const MAX_PICTURE_BYTES = 1_000_000;

/** The API as a tool calls it: within this process, or of a service elsewhere. Failures are `ServiceError`s. */
export interface ApiCalls {
  /** The JSON of the answer. */
  call(endpoint: EndpointName, request: ApiRequest, signal: AbortSignal): Promise<Record<string, unknown>>;
  /** POST /v2/parse. */
  parse(file: FileForAgent, signal: AbortSignal): Promise<Record<string, unknown>>;
  /** The picture at an address that a document gave; undefined for one that is larger than agents are shown, or gone. */
  readPicture(address: string, signal: AbortSignal): Promise<PictureForAgent | undefined>;
  /** Reads a file of the machine that the agent runs on; absent where that is not ours to read. */
  readFile?: (path: string) => Promise<FileForAgent>;
}
