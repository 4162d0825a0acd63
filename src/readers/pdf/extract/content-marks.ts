import type { Pointer } from '../pdfium/pdfium-exports.ts';
import type { Pdfium } from '../pdfium/pdfium-instance.ts';

/** The mark of a piece of content (ISO 32000-1, 14.6). */
export interface ContentMark {
  /** -1 for none. */
  mcid: number;
  isArtefact: boolean;
}

export const UNMARKED: ContentMark = { mcid: -1, isArtefact: false };

const MAX_MARKS = 32;

/** Marks of the objects of one page. */
export class ContentMarks {
  readonly #pdfium: Pdfium;
  /** Names of marks; many objects share one. */
  readonly #artefacts = new Map<Pointer, boolean>();
  /** Marks that objects inside a form XObject have from it. */
  readonly #inherited = new Map<Pointer, ContentMark>();

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium;
  }

  inherit(object: Pointer, mark: ContentMark): void {
    this.#inherited.set(object, mark);
  }

  of(object: Pointer): ContentMark {
    const { api } = this.#pdfium;
    const inherited = this.#inherited.size === 0 ? UNMARKED : (this.#inherited.get(object) ?? UNMARKED);
    const count = Math.min(MAX_MARKS, api.FPDFPageObj_CountMarks(object));
    if (count <= 0) return inherited;
    const mcid = api.FPDFPageObj_GetMarkedContentID(object);
    let { isArtefact } = inherited;
    for (let index = 0; index < count && !isArtefact; index++) {
      isArtefact = this.#isArtefact(api.FPDFPageObj_GetMark(object, index));
    }
    return { mcid: mcid >= 0 ? mcid : inherited.mcid, isArtefact };
  }

  #isArtefact(mark: Pointer): boolean {
    if (mark === 0) return false;
    const known = this.#artefacts.get(mark);
    if (known !== undefined) return known;
    const { api, memory } = this.#pdfium;
    const name = memory.utf16((buffer, size) =>
      api.FPDFPageObjMark_GetName(mark, buffer, size, memory.length) === 0 ? 0 : memory.uint32(memory.length),
    );
    const isArtefact = name === 'Artifact';
    this.#artefacts.set(mark, isArtefact);
    return isArtefact;
  }
}
