declare module 'turndown' {
  class TurndownService {
    constructor(options?: { headingStyle?: 'setext' | 'atx'; codeBlockStyle?: 'indented' | 'fenced' });
    use(plugin: (service: TurndownService) => void): this;
    remove(filter: readonly string[]): this;
    /** Takes HTML, or a node of any DOM that has what it touches. */
    turndown(input: string | object): string;
  }
  export = TurndownService;
}

declare module '@joplin/turndown-plugin-gfm' {
  import type TurndownService from 'turndown';

  export function gfm(service: TurndownService): void;
}
