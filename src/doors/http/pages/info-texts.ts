import { isShellWord, quote } from './curl-command.ts';
import { escapeMarkup } from '../markup.ts';
import { createOpenApi, type OpenApiOptions } from './openapi.ts';
import { renderReferencePage, type ReferencePageOptions } from './reference-page.ts';

/** Reserved (RFC 6761), and found in no other place of the texts. */
const PLAIN = 'http://base.invalid';
/** The same for an address that a shell must not read. */
const QUOTED = 'http://[base.invalid]';

/** The texts that differ from caller to caller. */
export interface InfoTexts {
  /** HTML. */
  reference(baseUrl: string): string;
  /** JSON. */
  openApi(baseUrl: string): string;
}

/**
 * The reference and the OpenAPI document. Anybody may ask for them, so they are made once, at the first call, and only the
 * address of the service is filled in.
 */
export function createInfoTexts(
  options: Omit<ReferencePageOptions, 'baseUrl'> & Omit<OpenApiOptions, 'servers'>,
): InfoTexts {
  const kept = new Map<string, string>();
  const keep = (name: string, make: () => string): string => {
    const text = kept.get(name) ?? make();
    kept.set(name, text);
    return text;
  };
  return {
    reference(baseUrl) {
      const place = isShellWord(baseUrl) ? PLAIN : QUOTED;
      const page = keep(place, () => renderReferencePage({ ...options, baseUrl: place }));
      const filling = place === PLAIN ? baseUrl : quote(baseUrl).slice(1, -1);
      return page.replaceAll(place, () => escapeMarkup(filling));
    },
    openApi(baseUrl) {
      const text = keep('openApi', () => JSON.stringify(createOpenApi({ ...options, servers: [PLAIN] })));
      return text.replaceAll(PLAIN, () => JSON.stringify(baseUrl).slice(1, -1));
    },
  };
}
