/** @param {Element} element */
export function isShown(element) {
  if (!element.isConnected || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

/**
 * Shown within the window: what has slid out of it is gone.
 * @param {Element} element
 */
export function isInView(element) {
  if (!isShown(element) || !element.checkVisibility({ opacityProperty: true })) return false;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
}
