/** Least gap between two cells with nothing drawn around them, in sizes of the text: blanks of justified text are mostly narrower. */
export const CELL_GAP = 0.8;
/** Least gap between two cells next to rules, in sizes of the text: wider than a blank, and the rules tell the rest. */
export const RULED_CELL_GAP = 0.55;
/** Edges of texts nearer than this stand below each other, points: tells cells of one column from texts that only overlap. */
export const ALIGNED_POINTS = 3;
/** Times the usual size from which a line is larger than the rows around it: tells a heading from a row. */
export const HEADING_RATIO = 1.08;
