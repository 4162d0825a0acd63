/** The end of an entry of a table of contents: a number, or a Roman one such as a preface has. */
export const PAGE_NUMBER = /^(?:\d{1,5}|(?=[ivxl])(?:xl|l?x{0,3})(?:ix|iv|v?i{0,3}))$/i;
