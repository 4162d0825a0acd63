import { createReadStream, createWriteStream } from 'node:fs';
import { chown, mkdtempDisposable } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ServiceError } from '../../lib/service-error.ts';
import type { Ffmpeg, FfmpegCall } from './ffmpeg.ts';
import type { MediaCandidate } from './find-media.ts';
import { limitBytes } from './limit-bytes.ts';
import { mediaFailure, type MediaKind } from './media-failure.ts';
import type { OpenMediaStream, OpenMedium } from './media-source.ts';
import { mediaTypeOfLink } from './media-type.ts';
import { MediumError } from './medium-error.ts';
import { openFile } from './open-file.ts';
import { openHls } from './open-hls.ts';
import { ProgramError } from './run-program.ts';
import type { YtDlp } from './yt-dlp.ts';

/** Gets what only a program that knows the site can get. */
export interface MediaDownloader {
  download: YtDlp;
  /** Opens the only way out that the program has. */
  openProxy(): Promise<AsyncDisposable & { url: string }>;
}

/** The means of fetching media. */
export interface MediaTools<Key> {
  fetchStream: OpenMediaStream;
  /** Stores a file; destroys the stream when it fails. */
  put(blob: { stream: Readable; contentType: string; maxBytes: number }, signal: AbortSignal): Promise<Key>;
  /** Where folders for files on their way are made. */
  temporaryFolder: string;
  ffmpeg?: Ffmpeg | undefined;
  ytDlp?: MediaDownloader | undefined;
  /** The user that runs programs of others, which read hostile files; this process's own user when absent. */
  identity?: { uid: number; gid: number } | undefined;
}

/** The medium that is wanted, and the limits for it. */
export interface MediaRequest {
  want: MediaKind;
  /** The most likely first. */
  candidates: readonly MediaCandidate[];
  pageUrl: string;
  signal: AbortSignal;
  maxBytes?: number;
  /** Bits a second of a stream's picture. */
  maxBandwidth?: number;
  /** For each program. */
  timeoutMs?: number;
}

/** A medium that was fetched and stored. */
export interface StoredMedium<Key> {
  key: Key;
  contentType: string;
}

const MAX_BYTES = 200 * 1024 * 1024;
const MAX_BANDWIDTH = 5_000_000;
const PROGRAM_TIMEOUT_MS = 120_000;
const MAX_TRIES = 3;
/** The names of folders that live for one call begin so. */
const FOLDER_PREFIX = 'decant-media-';
const NO_FFMPEG = 'its sound is in a video, and no ffmpeg is here to take it out (DECANT_FFMPEG_PATH)';

type Limits = Required<Pick<MediaRequest, 'maxBytes' | 'maxBandwidth' | 'timeoutMs'>>;
type Job<Key> = MediaRequest & Limits & { tools: MediaTools<Key> };

/**
 * Fetches the sound or film of a page and stores it: the best candidate that turns out to be one, else what yt-dlp gets
 * of the page. Sound becomes MP3 where there is an ffmpeg. Throws SCRAPE_AUDIO_UNSUPPORTED_URL or
 * SCRAPE_VIDEO_UNSUPPORTED_URL with what was tried, SCRAPE_MEDIA_ACCESS_DENIED when the site does not give it to us,
 * SERVICE_UNAVAILABLE of the store, and the signal's reason.
 */
export async function fetchMedia<Key>(
  request: MediaRequest,
  tools: MediaTools<Key>,
): Promise<StoredMedium<Key>> {
  const job: Job<Key> = {
    maxBytes: MAX_BYTES,
    maxBandwidth: MAX_BANDWIDTH,
    timeoutMs: PROGRAM_TIMEOUT_MS,
    ...request,
    tools,
  };
  const { want, pageUrl, signal } = request;
  const candidates = chooseCandidates(request.candidates, want);
  const failures: unknown[] = [];
  const { ytDlp } = tools;
  const attempts = [
    ...candidates.map((candidate) => () => storeCandidate(candidate, job)),
    ...(ytDlp ? [() => storeWithYtDlp(job, ytDlp)] : []),
  ];
  for (const attempt of attempts) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ServiceError && error.code === 'SERVICE_UNAVAILABLE') throw error;
      failures.push(error);
    }
  }
  const what = want === 'audio' ? 'audio or video' : 'video';
  const host = new URL(pageUrl).hostname;
  if (failures.length === 0) throw mediaFailure(want, `No ${what} was found on this page of ${host}`);
  const [cause] = failures;
  const message = `The ${want} of this page of ${host} could not be taken: ${describe(cause)}`;
  if (cause instanceof MediumError && cause.isDenied)
    throw new ServiceError('SCRAPE_MEDIA_ACCESS_DENIED', { message, cause });
  throw mediaFailure(want, message, cause);
}

/** For sound, films come after all sounds. */
function chooseCandidates(candidates: readonly MediaCandidate[], want: MediaKind): MediaCandidate[] {
  const sounds = candidates.filter(({ kind }) => kind === 'audio');
  const films = candidates.filter(({ kind }) => kind === 'video');
  const chosen = want === 'audio' ? [...sounds.slice(0, MAX_TRIES - 1), ...films] : films;
  return chosen.slice(0, MAX_TRIES);
}

async function storeCandidate<Key>(candidate: MediaCandidate, job: Job<Key>): Promise<StoredMedium<Key>> {
  const { want, signal, maxBandwidth, tools } = job;
  const { fetchStream, ffmpeg } = tools;
  if (want === 'audio' && candidate.kind === 'video' && !candidate.isStream && !ffmpeg) {
    throw new MediumError(NO_FFMPEG);
  }
  const opened = await openFile(candidate.url, candidate.mimeType, fetchStream, signal);
  if (opened.kind === 'medium') return storeMedium(opened.medium, job);
  const options = { want, maxBandwidth, canMux: ffmpeg !== undefined, fetchStream, signal };
  return storeMedium(await openHls(opened.url, opened.stream, options), job, true);
}

async function storeMedium<Key>(
  medium: OpenMedium,
  job: Job<Key>,
  isJoined = false,
): Promise<StoredMedium<Key>> {
  const { want, signal, maxBytes, tools } = job;
  const { ffmpeg } = tools;
  const isReady = want === 'audio' ? medium.mimeType === 'audio/mpeg' : !isJoined;
  if (ffmpeg && !isReady) return convert(medium, job, ffmpeg);
  if (want !== medium.kind) {
    medium.stream.destroy();
    throw new MediumError(want === 'audio' ? NO_FFMPEG : 'it has sound only');
  }
  const { mimeType: contentType, stream } = medium;
  const key = await tools.put({ stream: limitBytes(stream, maxBytes), contentType, maxBytes }, signal);
  return { key, contentType };
}

/** By way of files: containers have to be read back and forth. */
async function convert<Key>(medium: OpenMedium, job: Job<Key>, ffmpeg: Ffmpeg): Promise<StoredMedium<Key>> {
  const { want, maxBytes, signal } = job;
  const parts = [medium, ...(medium.sound ? [medium.sound] : [])];
  try {
    await using folder = await openFolder(job);
    const names = parts.map((_, index) => `in${index}`);
    for (const [index, { stream }] of parts.entries()) {
      const file = createWriteStream(join(folder.path, `in${index}`), { mode: 0o644 });
      await pipeline(limitBytes(stream, maxBytes), file, { signal });
    }
    const call: FfmpegCall = { ...programCall(folder.path, job), maxBytes };
    if (want === 'audio') {
      await ffmpeg.toMp3(`in${parts.length - 1}`, 'out.mp3', call);
      return await storeFile(join(folder.path, 'out.mp3'), 'audio/mpeg', job);
    }
    await ffmpeg.toMp4(names, 'out.mp4', call);
    return await storeFile(join(folder.path, 'out.mp4'), 'video/mp4', job);
  } finally {
    for (const { stream } of parts) stream.destroy();
  }
}

async function storeWithYtDlp<Key>(
  job: Job<Key>,
  { download, openProxy }: MediaDownloader,
): Promise<StoredMedium<Key>> {
  const { want, pageUrl, maxBytes } = job;
  await using folder = await openFolder(job);
  await using proxy = await openProxy();
  const call = { ...programCall(folder.path, job), want, pageUrl, maxBytes, proxyUrl: proxy.url };
  const file = await download(call);
  const type = mediaTypeOfLink(file);
  if (type === undefined) throw new MediumError('yt-dlp brought a file of no known kind');
  return await storeFile(file, type.mimeType, job);
}

async function storeFile<Key>(
  file: string,
  contentType: string,
  { tools, maxBytes, signal }: Job<Key>,
): Promise<StoredMedium<Key>> {
  const key = await tools.put({ stream: createReadStream(file), contentType, maxBytes }, signal);
  return { key, contentType };
}

function programCall<Key>(folder: string, { tools, timeoutMs, signal }: Job<Key>) {
  return { folder, identity: tools.identity, timeoutMs, signal };
}

async function openFolder<Key>({
  tools: { temporaryFolder, identity },
}: Job<Key>): Promise<AsyncDisposable & { path: string }> {
  const folder = await mkdtempDisposable(join(temporaryFolder, FOLDER_PREFIX));
  if (identity) await chown(folder.path, identity.uid, identity.gid);
  return { path: folder.path, [Symbol.asyncDispose]: () => folder.remove() };
}

/** Without what programs and sockets say of our insides. */
function describe(error: unknown): string {
  if (error instanceof MediumError || error instanceof ServiceError) return error.message;
  if (error instanceof ProgramError) return 'the program that converts it failed';
  return 'the connection was lost';
}
