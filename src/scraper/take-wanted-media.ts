import { tmpdir } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { chooseBrowserIdentity } from '../browser/browser-identity.ts';
import type { Config } from '../config.ts';
import { findWalls } from '../confine/kernel/walls.ts';
import { blobReference } from '../lib/blob-reference.ts';
import { ServiceError } from '../lib/service-error.ts';
import type { Outbound } from '../net/outbound.ts';
import { credentialHeaders } from '../net/headers/url-credentials.ts';
import { languagesOf } from './location.ts';
import type { BlobStore } from '../store/blobs/blob-store.ts';
import type { FormatOutput } from './formats/format.ts';
import type { FetchOutcome } from './fetch/fetch-and-convert.ts';
import type { PageTask } from './page-task.ts';
import { fetchMedia, type MediaDownloader, type MediaTools } from './media/fetch-media.ts';
import { createFfmpeg, type Ffmpeg } from './media/ffmpeg.ts';
import { findFfmpeg } from './media/find-ffmpeg.ts';
import type { MediaKind } from './media/media-failure.ts';
import { createYtDlp, type YtDlp } from './media/yt-dlp.ts';

/** The fields of a document with its sound and film, and the remarks on them. */
export interface TakenMedia {
  /** References to blobs; without a store the files themselves. */
  content: Pick<FormatOutput, MediaKind>;
  warnings: string[];
}

/** The settings and means of taking media. */
export interface TakeMediaParts {
  config: Config['media'];
  outbound: Pick<Outbound, 'openStreams' | 'openBrowserProxy'>;
  /** The store for files; undefined: they are put into the document itself. */
  blobs: BlobStore | undefined;
}

type TakeWantedMedia = (
  request: PageTask,
  fetched: FetchOutcome,
  wanted: readonly MediaKind[],
) => Promise<TakenMedia>;

const MAX_BYTES = 200 * 1024 * 1024;
/** The most bytes of a file in the document itself: Base64 makes a third more, and all of it is one text. */
const MAX_INLINE_BYTES = 64 * 1024 * 1024;
/** The most bytes that a program that downloads may take from the network, pages and pieces included. */
const MAX_PROGRAM_BYTES = 2 * MAX_BYTES;

/** Makes what fetches the wanted sound and film; `createTakeMedia` says who wants any. */
export function createTakeWantedMedia({ config, outbound, blobs }: TakeMediaParts): TakeWantedMedia {
  const maxBytes = blobs ? MAX_BYTES : MAX_INLINE_BYTES;
  const kept: { programs?: Promise<Programs> } = {};

  const put: MediaTools<string>['put'] = async (blob, signal) => {
    if (blobs) return blobReference(await blobs.put(blob, signal));
    return `data:${blob.contentType};base64,${(await buffer(blob.stream)).toString('base64')}`;
  };

  return async function takeWantedMedia(request, fetched, wanted) {
    const { page, converted, upstream, warnings: remarks } = fetched;
    const { options, deadline, trace, teamId } = request;
    const taken: TakenMedia = { content: {}, warnings: [] };
    const { ffmpeg, download } = await (kept.programs ??= findPrograms(config));
    await using streams = outbound.openStreams({
      referrer: new URL(page.url),
      callerHeaders: { ...credentialHeaders(request.url), ...options.headers },
      callerOrigin: request.url.origin,
      isMobile: options.mobile,
      languages: languagesOf(options.location),
      skipTlsVerification: options.skipTlsVerification,
      maxBodyBytes: maxBytes,
      teamId,
      upstream,
    });
    const tools: MediaTools<string> = {
      fetchStream: streams.fetchStream,
      put,
      temporaryFolder: tmpdir(),
      ffmpeg,
      ytDlp: download && downloaderOf(download, outbound, { upstream, teamId }),
      identity: chooseBrowserIdentity(),
    };
    const candidates = converted.media ?? [];
    const { signal } = deadline;
    for (const want of wanted) {
      const { key, contentType } = await trace.measure('media', async (details) => {
        Object.assign(details, { want, candidates: candidates.length });
        try {
          return await fetchMedia({ want, candidates, pageUrl: page.url, maxBytes, signal }, tools);
        } catch (error) {
          throw candidates.length === 0 ? withRemarks(error, remarks) : error;
        }
      });
      taken.content[want] = key;
      if (want === 'audio' && contentType !== 'audio/mpeg') taken.warnings.push(noMp3(contentType));
    }
    return taken;
  };
}

interface Programs {
  ffmpeg: Ffmpeg | undefined;
  download: YtDlp | undefined;
}

async function findPrograms(config: Config['media']): Promise<Programs> {
  const walls = await findWalls();
  const found = await findFfmpeg(config, walls);
  const ffmpegPath = 'path' in found ? found.path : undefined;
  const { ytDlpPath: path } = config;
  return {
    ffmpeg: ffmpegPath === undefined ? undefined : createFfmpeg(ffmpegPath, walls),
    download: path === undefined ? undefined : createYtDlp({ path, ffmpegPath, walls }),
  };
}

function downloaderOf(
  download: YtDlp,
  outbound: Pick<Outbound, 'openBrowserProxy'>,
  { upstream, teamId }: { upstream: URL | undefined; teamId: string | undefined },
): MediaDownloader {
  return {
    download,
    async openProxy() {
      const proxy = await outbound.openBrowserProxy({
        teamId,
        maxBytes: MAX_PROGRAM_BYTES,
        ...(upstream && { upstreamUrl: upstream }),
      });
      return {
        url: `http://127.0.0.1:${proxy.port}`,
        [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
      };
    },
  };
}

/** Nothing was found: what was said of the page may be why. */
function withRemarks(error: unknown, remarks: readonly string[]): unknown {
  if (!(error instanceof ServiceError) || remarks.length === 0) return error;
  return new ServiceError(error.code, { message: `${error.message}. ${remarks.join(' ')}`, cause: error });
}

function noMp3(contentType: string): string {
  return `The audio is ${contentType}, not MP3: no ffmpeg is here to convert it (DECANT_FFMPEG_PATH).`;
}
