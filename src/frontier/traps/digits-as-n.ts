/** A path as its pattern: `/user/17/calendar` as `/user/N/calendar`. */
export function digitsAsN(path: string): string {
  return path.replace(/\d+/g, 'N');
}
