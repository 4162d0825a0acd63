import { DocumentError } from '../document-error.ts';
import { openEngine, type OcrEngine } from './engine.ts';
import { toGrey } from './grey-image.ts';
import type { OcrPage, Raster } from './ocr-page.ts';
import { readPage } from './read-page.ts';

export interface RecogniserOptions {
  /**
   * A folder with files `<language>.traineddata`, such as the one of Debian's packages: they come before those from npm.
   * Debian's are smaller networks, a third faster and about as good.
   */
  dataFolder?: string | undefined;
}

/** Reads the text of pictures of pages, one at a time, in this thread: a call blocks it until it is done. */
export interface Recogniser {
  /**
   * When `remainingMs` is over, the page holds what was read until then, after at most some 200 ms more.
   * Throws SCRAPE_DOCUMENT_TOO_COMPLEX when the picture is too much for the engine; the next one can be read all the same.
   */
  recognise(raster: Raster, limits: { remainingMs: number }): Promise<OcrPage>;
  /** Gives the memory back with the next garbage collection. */
  close(): void;
}

/**
 * Text recognition in these languages (`eng`), the main one first; each further one takes about a third more time.
 * Loads the engine: about 100 ms and 70 MB, from files of installed packages only.
 * Throws an OcrLanguageError for a language that is not installed.
 */
export async function openRecogniser(
  languages: readonly string[],
  { dataFolder }: RecogniserOptions = {},
): Promise<Recogniser> {
  let engine: OcrEngine | undefined = await openEngine(languages, dataFolder);
  return {
    async recognise(raster, { remainingMs }) {
      const deadline = performance.now() + remainingMs;
      const image = toGrey(raster);
      engine ??= await openEngine(languages, dataFolder);
      try {
        return readPage(engine, image, deadline);
      } catch (error) {
        // After any error from inside, the engine's memory is in no known state.
        engine = undefined;
        throw new DocumentError(
          'SCRAPE_DOCUMENT_TOO_COMPLEX',
          'The text of a picture could not be recognised',
          {
            cause: error,
          },
        );
      }
    },
    close() {
      engine?.api.End();
      engine = undefined;
    },
  };
}
