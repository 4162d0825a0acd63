/** The time for which a button says that it has copied, ms. */
const SAID_MS = 1_500;

/** Only pages of https and of this machine may write to the clipboard: elsewhere a button would do nothing. */
function addCopyButtons(): void {
  if (!isSecureContext) return;
  for (const block of document.querySelectorAll<HTMLElement>('.code')) block.append(copyButton(block));
}

function copyButton(block: HTMLElement): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', () => void copy(block, button));
  return button;
}

async function copy(block: HTMLElement, button: HTMLButtonElement): Promise<void> {
  await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '');
  button.textContent = 'Copied';
  setTimeout(() => (button.textContent = 'Copy'), SAID_MS);
}

/** A list of headings that stands above the text is folded. */
function foldContents(): void {
  const contents = document.querySelector<HTMLDetailsElement>('.contents details');
  if (contents && matchMedia('(width < 60rem)').matches) contents.open = false;
}

addCopyButtons();
foldContents();
