/**
 * The version of the analyser and of the blocks. Segments of another version are not searched: whoever changes how a page
 * becomes terms raises it, and the pages are indexed anew.
 */
export const INDEX_FORMAT = 2;
