type Child = Node | string | undefined | false;

interface ElementOptions {
  class?: string;
  text?: string;
  attributes?: Readonly<Record<string, string>>;
  children?: readonly Child[];
}

/** An element with what stands in it; text is never markup. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { class: names, text, attributes = {}, children = [] }: ElementOptions = {},
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (names !== undefined) element.className = names;
  if (text !== undefined) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';
const ICONS = {
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  reload: 'M19 12a7 7 0 1 1-2.1-5M19 4v4h-4',
  stop: 'M6 6l12 12M18 6L6 18',
  keyboard: 'M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
} as const;

export type IconName = keyof typeof ICONS;

/** A button with a picture; the label is for those who do not see it. */
export function iconButton(icon: IconName, label: string, onClick: () => void): HTMLButtonElement {
  const button = make('button', {
    class: 'icon',
    attributes: { type: 'button', 'aria-label': label, title: label },
  });
  setIcon(button, icon);
  button.addEventListener('click', onClick);
  return button;
}

export function setIcon(button: HTMLButtonElement, icon: IconName): void {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONS[icon]);
  svg.append(path);
  button.replaceChildren(svg);
}
