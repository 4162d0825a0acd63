/** How a cell is joined with those before it. */
export interface CellDefinition {
  /** Right edge, twips from the left margin. */
  right: number;
  /** Joined with the cell to its left: `\clmrg`. */
  isJoinedLeft: boolean;
  vertical: 'first' | 'joined' | undefined;
}

/** What is said of the rows of a table before or after their cells (RTF 1.9.1, "Table Definitions"). */
export interface RowDefinition {
  /** Left edge, twips. */
  left: number;
  isHead: boolean;
  cells: CellDefinition[];
}

/** More cells than any program writes; further ones have no definition. */
const MAX_CELLS = 1_000;

/** Reads the words that define a row. */
export class RowDefinitionReader {
  #row: RowDefinition = { left: 0, isHead: false, cells: [] };
  #isJoinedLeft = false;
  #vertical: CellDefinition['vertical'];

  /** The definition as it stands; it holds until the next `\trowd`. */
  get row(): RowDefinition {
    return this.#row;
  }

  word(name: string, parameter = 0): void {
    switch (name) {
      case 'trowd':
        this.#row = { left: 0, isHead: false, cells: [] };
        this.#reset();
        break;
      case 'trleft':
        this.#row.left = parameter;
        break;
      case 'trhdr':
        this.#row.isHead = true;
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
        if (this.#row.cells.length < MAX_CELLS) {
          this.#row.cells.push({
            right: parameter,
            isJoinedLeft: this.#isJoinedLeft,
            vertical: this.#vertical,
          });
        }
        this.#reset();
        break;
      default:
    }
  }

  #reset(): void {
    this.#isJoinedLeft = false;
    this.#vertical = undefined;
  }
}
