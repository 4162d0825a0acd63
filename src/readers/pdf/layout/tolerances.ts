/** Sizes of two lines of one text differ by less, points: tells another size from a rounded one. */
export const SAME_TEXT_SIZE = 0.6;
/** Times the size of a line from which a word, such as a large first letter, does not make the line taller. */
export const OVERSIZED = 1.6;
/** A word that stands higher than its line by more than this is raised, in sizes: less is a rounded baseline. */
export const RAISED = 0.12;
/** A page with more words is no text: laying it out would take too long. */
export const MAX_PAGE_WORDS = 30_000;
