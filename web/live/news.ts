// Messages of the service to a viewer: the same as in `src/browser/live/view-news.ts`.

export interface TabNews {
  id: string;
  title: string;
  url: string;
  isActive: boolean;
}

export interface ViewState {
  type: 'state';
  tabs: TabNews[];
  isLoading: boolean;
  programs: number;
  viewers: number;
  drivers: number;
  rate: number;
}

export interface SelectOption {
  label: string;
  group: string;
  isSelected: boolean;
  isDisabled: boolean;
}

export type Prompt =
  | { type: 'select'; id: number; label: string; options: SelectOption[] }
  | {
      type: 'field';
      id: number;
      label: string;
      kind: string;
      value: string;
      min: string;
      max: string;
      step: string;
    }
  | {
      type: 'dialog';
      id: number;
      kind: 'alert' | 'confirm' | 'prompt' | 'beforeunload';
      message: string;
      text: string;
    }
  | { type: 'chooser'; id: number; isMultiple: boolean };

export type News =
  | { type: 'welcome'; isInteractive: boolean }
  | ViewState
  | Prompt
  | { type: 'closed'; id: number }
  | { type: 'focus'; isText: boolean; inputMode: string }
  | { type: 'copied'; text: string }
  | { type: 'notice'; text: string };
