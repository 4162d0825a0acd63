/**
 * `text.charCodeAt(at)`, for loops over text. The engine keeps strings in many forms (one or two bytes a character,
 * slices, ropes, ...) and code that has met more than four of them looks the method up anew for each character, which
 * takes four times as long as the rest of such a loop. A bound function leaves nothing to look up.
 */
export const codeAt = Function.prototype.call.bind(String.prototype.charCodeAt) as (
  text: string,
  at: number,
) => number;
