import { createRequire } from 'node:module';
import { openPackageFile, readPackageFile } from '../package-files.ts';

/** The used part of Tesseract compiled to WebAssembly (the package tesseract.js-core). */
export interface TesseractCore {
  FS: {
    writeFile(path: string, data: Uint8Array): void;
    unlink(path: string): void;
  };
  TessBaseAPI: new () => TesseractApi;
  getValue(pointer: number, type: 'i8' | 'i32'): number;
  setValue(pointer: number, value: number, type: 'i8' | 'i32'): void;
  setValue(pointer: number, value: bigint, type: 'i64'): void;
  allocate(bytes: number): number;
  free(pointer: number): void;
  /** Decodes a picture; 0 when it cannot. */
  readPicture(pointer: number, bytes: number): number;
  /** Takes a pointer to the pointer. */
  freePicture(pointer: number): void;
}

/** The same under the names that C gave it. */
type CompiledCore = Pick<TesseractCore, 'FS' | 'TessBaseAPI' | 'getValue' | 'setValue'> & {
  _malloc: TesseractCore['allocate'];
  _free: TesseractCore['free'];
  _pixReadMem: TesseractCore['readPicture'];
  _pixDestroy: TesseractCore['freePicture'];
};

export interface TesseractApi {
  /** 0 when the data of all languages was loaded; they are joined by `+`. */
  Init(folder: string, languages: string, engineMode: number): number;
  SetVariable(name: string, value: string): boolean;
  SetPageSegMode(mode: number): void;
  /** Takes the file `/input`; 0 when it could be decoded. */
  SetImageFile(orientation: number, radians: number): number;
  /** -1 when the time was over or recognition failed. */
  Recognize(monitor: number): number;
  GetJSONText(page: number): string;
  Clear(): void;
  End(): void;
}

type MakeCore = (options: {
  wasmBinary: Uint8Array;
  print: (line: string) => void;
  printErr: (line: string) => void;
}) => Promise<CompiledCore>;

/** Its plain SIMD build: that for relaxed SIMD was not faster, and may differ from machine to machine. */
const BUILD = 'tesseract.js-core/tesseract-core-simd-lstm';
const require = createRequire(import.meta.url);

/** Reads the files that starting Tesseract needs, for processes that cannot open files any more by then. */
export function prepareTesseract(): void {
  require(`${BUILD}.js`);
  openPackageFile(`${BUILD}.wasm`);
}

/** Starts it in this thread: about 60 ms and 20 MB. It reads two files of its package and nothing else. */
export async function loadTesseract(): Promise<TesseractCore> {
  const make = require(`${BUILD}.js`) as MakeCore;
  const quiet = (): void => undefined;
  const wasmBinary = readPackageFile(`${BUILD}.wasm`);
  const compiled = await make({ wasmBinary, print: quiet, printErr: quiet });
  const { FS, TessBaseAPI, getValue, setValue } = compiled;
  const { _malloc: allocate, _free: free, _pixReadMem: readPicture, _pixDestroy: freePicture } = compiled;
  return { FS, TessBaseAPI, getValue, setValue, allocate, free, readPicture, freePicture };
}
