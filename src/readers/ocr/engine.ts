import { toPgm, type GreyImage } from './grey-image.ts';
import { readLanguageData } from './language-data.ts';
import type { OcrBlock } from './ocr-page.ts';
import { parseResult } from './parse-result.ts';
import { runWithin } from './recognition-deadline.ts';
import { loadTesseract, type TesseractApi, type TesseractCore } from './tesseract.ts';

/** Tesseract with the data of its languages, 60 MB and more. */
export interface OcrEngine {
  core: TesseractCore;
  api: TesseractApi;
}

export interface RunOptions {
  /** How many pixels of the image are one of the page: positions are given in those of the page. */
  factor: number;
  /** `page`: finds columns and blocks; `sample`: takes the lines as they are; `line`: takes all for one line. */
  mode: 'page' | 'sample' | 'line';
  /** The paper is not of one brightness. */
  isUnevenlyLit: boolean;
  /** The latest end, by `performance.now()`. */
  deadline: number;
}

export interface RunResult {
  blocks: OcrBlock[];
  /** False: the time was over first. */
  isComplete: boolean;
}

const LSTM_ONLY = 1;
/** The mode for samples is that of one block: the one for pages also reads sideways columns, and so cannot tell which way is up. */
const SEGMENTATION = { page: 3, sample: 6, line: 7 };
/** Otsu's for the whole page, and Sauvola's, which follows the brightness of the paper and is no better when that is even. */
const THRESHOLD = { even: '0', uneven: '2' };

/** Throws an OcrLanguageError for a language that is not installed. */
export async function openEngine(languages: readonly string[], dataFolder?: string): Promise<OcrEngine> {
  const data = await Promise.all(languages.map((language) => readLanguageData(language, dataFolder)));
  const core = await loadTesseract();
  for (const [index, language] of languages.entries()) {
    core.FS.writeFile(`/${language}.traineddata`, data[index]!);
  }
  const api = new core.TessBaseAPI();
  if (api.Init('/', languages.join('+'), LSTM_ONLY) !== 0) {
    throw new Error(`The data for text recognition in ${languages.join(', ')} could not be loaded`);
  }
  // It has its own copy now.
  for (const language of languages) core.FS.unlink(`/${language}.traineddata`);
  return { core, api };
}

/** Reads an upright, level image. The engine is not to be used again after any error. */
export function runEngine({ core, api }: OcrEngine, image: GreyImage, options: RunOptions): RunResult {
  const { factor, mode, isUnevenlyLit, deadline } = options;
  if (deadline <= performance.now()) return { blocks: [], isComplete: false };
  core.FS.writeFile('/input', toPgm(image));
  api.SetPageSegMode(SEGMENTATION[mode]);
  api.SetVariable('thresholding_method', isUnevenlyLit ? THRESHOLD.uneven : THRESHOLD.even);
  if (api.SetImageFile(1, 0) !== 0) throw new Error('The picture was not taken');
  core.FS.unlink('/input');
  const isComplete = runWithin(core, api, deadline);
  const blocks = parseResult(api.GetJSONText(0), factor);
  api.Clear();
  return { blocks, isComplete };
}
