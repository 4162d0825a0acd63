/** Where the content of a group goes (RTF 1.9.1, "Destination Control Words"). */
export interface Destination {
  /** It is text of the file, and not what describes it. */
  isBody?: boolean;
  /** A control word that is no destination. */
  word?(name: string, parameter: number | undefined): void;
  text?(text: string): void;
  /** Bytes as they stand in the file, for destinations that hold no text. */
  bytes?(bytes: Buffer): void;
  /** The data of `\bin`. */
  binary?(bytes: Buffer): void;
  /** A group within it begins. */
  open?(): void;
  /** Where the group goes that begins with this word; undefined for words that begin none. */
  child?(name: string): Destination | undefined;
  /** Its own group ends. */
  end?(): void;
}

export const SKIPPED: Destination = {};
