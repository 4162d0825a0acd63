import type { CellLayout, RowLayout } from '../text-document/row-layout.ts';

/** More cells than any program writes; further ones have no definition. */
const MAX_CELLS = 1_000;

/** Reads the words that define a row (RTF 1.9.1, "Table Definitions"), which stand before or after its cells. */
export class RowDefinitionReader {
  #isHead = false;
  #edges = [0];
  #cells: CellLayout[] = [];
  #isJoinedLeft = false;
  #vertical: CellLayout['vertical'] = 'none';

  /** The layout so far, which holds until the next `\trowd`. */
  get layout(): RowLayout {
    return { isHead: this.#isHead, edges: [...this.#edges], cells: [...this.#cells] };
  }

  word(name: string, parameter = 0): void {
    switch (name) {
      case 'trowd':
        this.#isHead = false;
        this.#edges = [0];
        this.#cells = [];
        this.#reset();
        break;
      case 'trleft':
        this.#edges[0] = parameter;
        break;
      case 'trhdr':
        this.#isHead = true;
        break;
      case 'clmrg':
        this.#isJoinedLeft = true;
        break;
      case 'clvmgf':
        this.#vertical = 'first';
        break;
      case 'clvmrg':
        this.#vertical = 'joined';
        break;
      case 'cellx':
        if (this.#cells.length < MAX_CELLS) {
          this.#edges.push(parameter);
          this.#cells.push({ isJoinedLeft: this.#isJoinedLeft, vertical: this.#vertical });
        }
        this.#reset();
        break;
      default:
    }
  }

  #reset(): void {
    this.#isJoinedLeft = false;
    this.#vertical = 'none';
  }
}
