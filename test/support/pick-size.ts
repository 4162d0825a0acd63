/** The size that shows what is tested, or the large one for `npm test -- --large`. */
export function pickSize(usual: number, large: number): number {
  return process.env['LARGE'] === '1' ? large : usual;
}
