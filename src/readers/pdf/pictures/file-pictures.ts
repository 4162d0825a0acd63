import type { PdfPage } from '../pdf-page.ts';
import type { PdfSession } from '../pdf-session.ts';
import type { ReadingClock } from '../reading-clock.ts';
import { loadPictures } from './load-pictures.ts';
import { PictureBudget } from './picture-budget.ts';
import { PictureChooser } from './picture-chooser.ts';

/** The pictures of a file that are worth showing, read page by page. */
export class FilePictures {
  readonly #session: PdfSession;
  readonly #clock: ReadingClock;
  readonly #chooser = new PictureChooser();
  readonly #budget = new PictureBudget();

  constructor(session: PdfSession, clock: ReadingClock) {
    this.#session = session;
    this.#clock = clock;
  }

  /** Fills in the `source` of the pictures of these pages, which follow those of earlier calls. */
  async load(pages: readonly PdfPage[]): Promise<void> {
    const choices = this.#chooser.choose(pages);
    for (const [index, page] of pages.entries()) {
      const chosen = choices[index] ?? [];
      if (chosen.length === 0) continue;
      if (this.#clock.isOver) {
        this.#budget.leftOut += chosen.length;
        continue;
      }
      const wanted = { pageIndex: page.number - 1, images: page.images, chosen };
      await this.#session.ask((open) => {
        loadPictures(open, wanted, this.#budget);
        return true;
      }, false);
    }
  }

  get warning(): string | undefined {
    const { leftOut } = this.#budget;
    if (leftOut === 0) return undefined;
    return leftOut === 1
      ? '1 picture was left out: it is too large or cannot be read'
      : `${leftOut} pictures were left out: they are too many, too large or cannot be read`;
  }
}
