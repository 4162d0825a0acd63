import type { SelectOption } from './find-control.ts';

/** The tabs and the state of a session, as its viewers show them. */
export interface ViewState {
  type: 'state';
  tabs: ReadonlyArray<{ id: string; title: string; url: string; isActive: boolean }>;
  isLoading: boolean;
  /** Programs that are connected. */
  programs: number;
  /** All who look, and those of them who can drive. */
  viewers: number;
  drivers: number;
  /** Pictures a second, at most; 0 when none are made. */
  rate: number;
}

/** A message to a viewer. */
export type ViewNews =
  | { type: 'welcome'; isInteractive: boolean }
  | ViewState
  | Prompt
  /** A prompt has been answered, or its page has gone. */
  | { type: 'closed'; id: number }
  /** Whether the page takes text now, and with which keyboard. */
  | { type: 'focus'; isText: boolean; inputMode: string }
  | { type: 'copied'; text: string }
  | { type: 'notice'; text: string };

/** Something that a browser shows outside of the picture, and an answer is wanted for. */
export type Prompt = { id: number } & PromptOf;

export type PromptOf =
  | { type: 'select'; label: string; options: readonly SelectOption[] }
  | { type: 'field'; label: string; kind: string; value: string; min: string; max: string; step: string }
  | { type: 'dialog'; kind: 'alert' | 'confirm' | 'prompt' | 'beforeunload'; message: string; text: string }
  | { type: 'chooser'; isMultiple: boolean };
