import { giveFiles } from '../page-scripts/view/set-control.js';
import type { CdpSession } from '../cdp/cdp-session.ts';
import { callOnNode } from './call-on-node.ts';
import type { Prompts } from './prompts.ts';
import { ignoreFailures, TAB_CALL, type ViewedTab } from './viewed-tab.ts';

export interface TabPromptParts {
  prompts: Prompts;
  /** Whether anybody is there who can answer. */
  isDriven: () => boolean;
  /** The tab of the session; undefined before it is opened. */
  tab: () => ViewedTab | undefined;
  notice: (text: string) => void;
}

/** Asks the viewers what a tab or a frame of it would ask its visitor outside of the page: dialogues and files. */
export function followPrompts(session: CdpSession, parts: TabPromptParts): void {
  const { prompts, isDriven, notice } = parts;
  const state: { closeDialog: (() => void) | undefined } = { closeDialog: undefined };
  session.on('Page.javascriptDialogOpening', ({ type, message, defaultPrompt }) => {
    if (!isDriven()) return;
    const dialog = { type: 'dialog', kind: type, message: message.slice(0, 10_000) } as const;
    state.closeDialog = prompts.ask({ ...dialog, text: defaultPrompt ?? '' }, (answer) => {
      if (answer.type !== 'dialog') return;
      const { isAccepted: accept, text: promptText } = answer;
      ignoreFailures([session.send('Page.handleJavaScriptDialog', { accept, promptText }, TAB_CALL)]);
    });
  });
  session.on('Page.javascriptDialogClosed', () => state.closeDialog?.());
  session.on('Page.downloadWillBegin', () => notice('This browser saves no files'));
  session.on('Page.fileChooserOpened', ({ frameId, mode, backendNodeId }) => {
    const tab = parts.tab();
    if (!tab || backendNodeId === undefined) return;
    prompts.ask({ type: 'chooser', isMultiple: mode === 'selectMultiple' }, (answer) => {
      if (answer.type !== 'files' || answer.files.length === 0) return;
      const files = answer.files.map(({ name, type }, index) => ({
        name,
        type,
        base64: Buffer.from(answer.contents[index] ?? []).toString('base64'),
      }));
      const node = { session, frameId, backendNodeId, localName: 'input' };
      callOnNode(tab, node, giveFiles, { args: [files], ...TAB_CALL }).catch(() =>
        notice('The page does not take these files'),
      );
    });
  });
}

/** Whether files that a page asks for are asked of the viewers: nobody else could give them. */
export function interceptChoosers(sessions: readonly CdpSession[], enabled: boolean): void {
  ignoreFailures(
    sessions.map((session) => session.send('Page.setInterceptFileChooserDialog', { enabled }, TAB_CALL)),
  );
}
