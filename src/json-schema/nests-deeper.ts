/** Whether lists and objects stand inside each other more than `levels` deep. Recurses nowhere. */
export function nestsDeeper(value: unknown, levels: number): boolean {
  let layer: unknown[] = [value];
  for (let level = 0; layer.length > 0; level++) {
    if (level > levels) return true;
    layer = layer.flatMap((part) =>
      typeof part === 'object' && part !== null
        ? Object.values(part).filter((inner) => typeof inner === 'object' && inner !== null)
        : [],
    );
  }
  return false;
}
