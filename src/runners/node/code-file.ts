/** The name of a caller's code in its stack traces. */
export const CODE_FILE = 'code.js';
