const SCRIPT_URL = /^[\s\u0000-\u001F]*(?:javascript|vbscript|data|blob|about)\s*:/i;
/**
 * Most characters that the addresses of one page may gain by becoming absolute. A small page can name one very long
 * base and hundreds of thousands of relative links; real pages stay far below.
 */
const MAX_GAIN = 32_000_000;

/** Tells where the links and embeds of one page lead. */
export class LinkResolver {
  readonly #resolveUrl: ((raw: string) => string | undefined) | undefined;
  #room = MAX_GAIN;

  /** `resolveUrl` makes a URL absolute; they stay as they are without it. */
  constructor(resolveUrl: ((raw: string) => string | undefined) | undefined) {
    this.#resolveUrl = resolveUrl;
  }

  /** Undefined for what leads nowhere that makes sense outside the page, and once the page has used up its room. */
  resolve(raw: string | undefined): string | undefined {
    if (raw === undefined || SCRIPT_URL.test(raw)) return undefined;
    const trimmed = raw.trim();
    if (trimmed === '') return undefined;
    if (this.#resolveUrl === undefined) return trimmed;
    const url = this.#room > 0 ? this.#resolveUrl(trimmed) : undefined;
    if (url !== undefined) this.#room -= url.length - trimmed.length;
    return url;
  }
}
