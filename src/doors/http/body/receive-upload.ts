import { randomUUID } from 'node:crypto';
import { open, rm, writeFile, type FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Busboy, type BusboyConfig, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { MAX_UPLOAD_BYTES, type UploadedFile } from '../../../contract/requests/parse.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import { parseJson } from './parse-json.ts';
import type { UploadPlace } from './upload-places.ts';

/** Text parts; far more than any options. */
const MAX_TEXT_BYTES = 1024 * 1024;
const MAX_PARTS = 20;

/** A request with a file: the parts for the schema, and the file itself. Disposing lets go of what lies on disk. */
export interface ReceivedUpload extends AsyncDisposable {
  /** `file` is the name of the file; the other parts are what their JSON says. */
  body: Record<string, unknown>;
  file: UploadedFile | undefined;
}

/**
 * Reads a multipart body, its parts in any order, into its place on disk. Throws a BAD_REQUEST that says what is wrong
 * with the body.
 */
export async function receiveUpload(
  { raw, headers }: FastifyRequest,
  place: Pick<UploadPlace, 'wrote'>,
): Promise<ReceivedUpload> {
  const { 'content-type': contentType = '' } = headers;
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    throw badRequest(
      'The body must be multipart/form-data, with a part `file` and, if wanted, a part `options` with JSON',
    );
  }
  await using stack = new AsyncDisposableStack();
  const { body, file } = await readParts(raw, { ...headers, 'content-type': contentType }, { place, stack });
  if (file === undefined) {
    throw badRequest('The file is missing: send it as the part `file`, with a file name');
  }
  const resources = stack.move();
  return { body: { ...body, file: file.name }, file, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

interface Parts {
  body: Record<string, unknown>;
  file: UploadedFile | undefined;
}

async function readParts(
  raw: IncomingMessage,
  headers: BusboyConfig['headers'],
  target: StoreTarget,
): Promise<Parts> {
  const body: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const done = Promise.withResolvers<void>();
  const streams: BusboyFileStream[] = [];
  let storing: Promise<UploadedFile> | undefined;
  const parser = openParser(headers);
  // oxlint-disable-next-line max-params -- the parser calls it like this
  parser.on('file', (name, stream, filename, _encoding, mimeType) => {
    streams.push(stream);
    // A body that ends in the middle of it; without a listener, that ends the process.
    stream.on('error', (error) => done.reject(notMultipart(error)));
    if (name !== 'file' || storing !== undefined) {
      stream.resume();
      done.reject(name === 'file' ? secondFile() : unknownPart(name));
      return;
    }
    storing = store({ stream, filename, mimeType }, target);
    storing.catch(done.reject);
  });
  parser.on('field', (name, value, _isNameCut, isCut) => {
    try {
      if (name === 'file') return;
      if (name !== 'options') throw unknownPart(name);
      if (name in body) throw badRequest(`The part ${describeName(name)} is there twice`);
      body[name] = parsePart(name, value, isCut);
    } catch (error) {
      done.reject(error);
    }
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => done.reject(badRequest('The body has too many parts: one `file`, and `options`')));
  parser.on('finish', () => done.resolve());
  parser.on('error', (error) => done.reject(notMultipart(error)));
  const onClose = (): void => {
    if (!raw.complete) done.reject(new ServiceError('CLIENT_CLOSED_REQUEST'));
  };
  raw.once('close', onClose);
  raw.pipe(parser);
  try {
    await done.promise;
    return { body, file: await storing };
  } catch (error) {
    // The rest of the body is read by nobody.
    raw.unpipe(parser);
    parser.destroy();
    // The parser does not end the part that it is in: whoever stores it would wait for ever.
    for (const stream of streams) stream.destroy(new Error('The upload has ended'));
    await storing?.catch(() => undefined);
    throw error;
  } finally {
    raw.off('close', onClose);
  }
}

function secondFile(): ServiceError {
  return badRequest('There must be one file, and the part `file` is there twice');
}

/** A part need not have a name. */
function describeName(name: string | undefined): string {
  return name === undefined || name === '' ? 'a part without a name' : name.slice(0, 100);
}

function openParser(headers: BusboyConfig['headers']): BusboyInstance {
  try {
    return new Busboy({
      headers,
      limits: {
        fileSize: MAX_UPLOAD_BYTES,
        fieldSize: MAX_TEXT_BYTES,
        files: 1,
        fields: MAX_PARTS,
        parts: MAX_PARTS,
      },
    });
  } catch (error) {
    throw notMultipart(error);
  }
}

interface FilePart {
  stream: BusboyFileStream;
  filename: string;
  mimeType: string;
}

interface StoreTarget {
  /** Is told what is written. */
  place: Pick<UploadPlace, 'wrote'>;
  /** Lets go of the file. */
  stack: AsyncDisposableStack;
}

/** To disk: many uploads may wait for their turn at the same time. */
async function store(
  { stream, filename, mimeType }: FilePart,
  { place, stack }: StoreTarget,
): Promise<UploadedFile> {
  const name = path.join(tmpdir(), `decant-upload-${randomUUID()}`);
  const handle = await open(name, 'wx+', 0o600);
  stack.defer(async () => {
    await handle.close();
    await rm(name, { force: true });
  });
  // Its name is not needed any more: nothing stays behind, however this process ends. Not every system allows it.
  await rm(name, { force: true }).catch(() => undefined);
  await writeAll(handle, counted(stream, place));
  if (stream.truncated) throw badRequest(`The file is larger than ${MAX_UPLOAD_BYTES / 1024 / 1024} MB`);
  if (!filename) throw badRequest('The part `file` must have a file name, whose extension says what it is');
  const { size } = await handle.stat();
  return {
    name: baseName(filename),
    contentType: mimeType === '' ? undefined : mimeType,
    size,
    read: () => readWhole(handle, size),
  };
}

async function* counted(stream: BusboyFileStream, place: StoreTarget['place']): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    place.wrote(chunk.length);
    yield chunk;
  }
}

/** To its last byte: a disk that is full must not cut it short. */
async function writeAll(handle: FileHandle, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    await writeFile(handle, chunks);
  } catch (cause) {
    const isFull = cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC';
    if (!isFull) throw cause;
    const message =
      'There is no room for uploads on this server now (the folder for temporary files is full)';
    throw new ServiceError('SERVICE_UNAVAILABLE', { message, cause });
  }
}

async function readWhole(handle: FileHandle, size: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(size);
  let filled = 0;
  while (filled < size) {
    const { bytesRead } = await handle.read(bytes, filled, size - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

/** Clients of all systems send whole paths now and then. */
function baseName(name: string): string {
  return (name.split(/[\\/]/).at(-1) || name).toWellFormed();
}

function parsePart(name: string, value: unknown, isTruncated: boolean): unknown {
  if (isTruncated) throw badRequest(`The part ${name} is longer than ${MAX_TEXT_BYTES} bytes`);
  const text = String(value);
  return text.trim() === '' ? undefined : parseJson(text, `The part ${name}`);
}

/** Tells what is right: whoever writes a form by hand names its parts as they come to mind. */
function unknownPart(name: string | undefined): ServiceError {
  return badRequest(
    `There is no part ${describeName(name)}: send the file as \`file\` (curl: -F file=@report.pdf) and, if wanted, \`options\` as JSON (-F 'options={"formats":["markdown"]}')`,
  );
}

function badRequest(message: string): ServiceError {
  return new ServiceError('BAD_REQUEST', { message });
}

/** The parser's objections are the caller's mistakes. */
function notMultipart(error: unknown): ServiceError {
  const reason = error instanceof Error ? `: ${error.message}` : '';
  return badRequest(`The body is not valid multipart/form-data${reason}`);
}
