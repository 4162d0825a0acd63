/** One broken rule, at a line of a file (paths are relative to the root that was checked). */
export interface Violation {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}
