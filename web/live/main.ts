import { Connection, type LinkState } from './connection.ts';
import { make } from './elements.ts';
import { followKeyboard } from './keyboard-input.ts';
import type { News } from './news.ts';
import { PictureView } from './picture-view.ts';
import { followMouse, followWheel } from './pointer-input.ts';
import { PromptSheets } from './prompt-sheet.ts';
import { ScreenKeyboard } from './screen-keyboard.ts';
import { StatusLine } from './status-line.ts';
import { TopBar } from './top-bar.ts';
import { followFingers } from './touch-input.ts';

const NOTICE_MS = 4_000;
const LOOK_MS = 500;
/** A sheet that is ours: the service knows no question of this number. */
const LOCAL = 0;

const stage = make('main', { class: 'stage' });
const status = new StatusLine();
const typed = make('textarea', {
  class: 'typed',
  attributes: {
    'aria-label': 'The page: keys go there; F6 leads back to the address',
    autocapitalize: 'off',
    autocomplete: 'off',
    autocorrect: 'off',
    spellcheck: 'false',
    inputmode: 'none',
  },
});
const keyboard = new ScreenKeyboard(typed);
const veil = make('div', { class: 'veil' });
const notice = make('p', { class: 'notice', attributes: { role: 'status' } });
notice.hidden = true;
stage.append(veil, notice);
document.body.append(stage, status.element);

const view = new PictureView(stage, {
  onSeen: (picture) => connection.send({ type: 'seen', picture }),
  onSize: (size) => connection.send({ type: 'size', ...size }),
});
const connection = new Connection({
  onNews: takeNews,
  onPicture: (bytes) => view.take(bytes),
  onState: showLink,
});
const send = (message: Readonly<Record<string, unknown>>): void => connection.send(message);
const sheets = new PromptSheets(
  (message, files = []) => {
    send(message);
    for (const file of files) connection.send(file);
  },
  () => typed.focus({ preventScroll: true }),
);
const page: { bar: TopBar | undefined; isInteractive: boolean; noticeTimer: number } = {
  bar: undefined,
  isInteractive: false,
  noticeTimer: 0,
};

showLink('waiting', 'Opening the session');
connection.open();
setInterval(() => {
  if (veil.hidden) status.showRate(view.rate);
}, LOOK_MS);

/** Once, with the first welcome: what a link allows does not change. */
function build(isInteractive: boolean): void {
  const bar = new TopBar({
    isInteractive,
    send,
    onKeyboard: () => keyboard.open('text'),
    onFit: () => view.resetZoom(),
  });
  page.bar = bar;
  page.isInteractive = isInteractive;
  document.body.prepend(...bar.elements);
  if (!isInteractive) return;
  stage.dataset['drives'] = '';
  stage.append(typed);
  followKeyboard(typed, send, () => bar.focus());
  followMouse(view, send, () => typed.focus({ preventScroll: true }));
  followWheel(view, send);
  followFingers(view, send, () => typed.focus({ preventScroll: true }));
  typed.focus({ preventScroll: true });
}

function takeNews(news: News): void {
  switch (news.type) {
    case 'welcome':
      if (!page.bar) build(news.isInteractive);
      return view.tellSize();
    case 'state':
      page.bar?.show(news);
      return status.showWho(news, page.isInteractive);
    case 'closed':
      return sheets.close(news.id);
    case 'focus':
      return news.isText ? keyboard.open(news.inputMode) : keyboard.keepClosed();
    case 'copied':
      return void copy(news.text);
    case 'notice':
      return tell(news.text);
    default:
      return sheets.show(news);
  }
}

function showLink(state: LinkState, reason: string): void {
  status.showLink(state);
  veil.hidden = state === 'live';
  if (state === 'live') return;
  sheets.closeAll();
  const isOver = state === 'ended';
  veil.replaceChildren(
    make('div', {
      class: 'card',
      attributes: { role: isOver ? 'alert' : 'status' },
      children: [
        make('h1', { text: isOver ? 'This view is over' : 'One moment' }),
        make('p', { text: `${reason}.` }),
      ],
    }),
  );
}

/** A page that is not encrypted may not write the clipboard by itself. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell('Copied');
  } catch {
    sheets.show({ type: 'dialog', id: LOCAL, kind: 'prompt', message: 'Copy the text from here', text });
  }
}

function tell(text: string): void {
  notice.textContent = text;
  notice.hidden = false;
  clearTimeout(page.noticeTimer);
  page.noticeTimer = setTimeout(() => (notice.hidden = true), NOTICE_MS);
}
