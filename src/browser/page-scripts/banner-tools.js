/**
 * What scripts that deal with consent dialogues have in common. Looks into shadow roots, not into frames.
 * @param {import('../consent/consent-words.ts').ConsentWords} words
 */
export function bannerTools(words) {
  const MAX_ELEMENTS = 5_000;
  const MAX_CHARACTERS = 30_000;
  const MAX_LABEL = 70;
  const BUTTONS =
    'button,a,input[type=button],input[type=submit],[role=button],[onclick],[tabindex],[class*=btn i],[class*=button i]';
  const patterns = new Map();

  function says(kind, text) {
    let pattern = patterns.get(kind);
    if (!pattern) patterns.set(kind, (pattern = new RegExp(words[kind].normalize('NFKC'), 'u')));
    return pattern.test(text);
  }

  /** Lower case words with one space between them. */
  function wordsOf(text) {
    return text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/\u0307/g, '')
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
      .trim();
  }

  /** What a button is for, by its words. */
  function kindOf(label) {
    return ['other', 'reject', 'settings', 'accept'].find((kind) => says(kind, label)) ?? 'other';
  }

  /** The element with the shadow roots in it, outermost first; undefined when it is too large to be a dialogue. */
  function scopesOf(root) {
    const scopes = root.shadowRoot ? [root, root.shadowRoot] : [root];
    let count = 0;
    for (let at = 0; at < scopes.length; at++) {
      const elements = scopes[at].querySelectorAll('*');
      count += elements.length;
      if (count > MAX_ELEMENTS) return undefined;
      for (const element of elements) if (element.shadowRoot) scopes.push(element.shadowRoot);
    }
    return scopes;
  }

  function textOf(scopes) {
    let text = '';
    for (const scope of scopes) {
      text += ` ${scope.textContent}`;
      if (text.length > MAX_CHARACTERS) break;
    }
    return text.slice(0, MAX_CHARACTERS).toLowerCase();
  }

  function isShown(element) {
    if (!element.isConnected || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      return false;
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0;
  }

  /** Shown within the window: what has slid out of it is gone. */
  function isInView(element) {
    if (!isShown(element) || !element.checkVisibility({ opacityProperty: true })) return false;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  }

  /** Buttons with what they are for. */
  function buttonsOf(scopes) {
    const found = scopes.flatMap((scope) => Array.from(scope.querySelectorAll(BUTTONS)));
    const buttons = [];
    for (const element of found) {
      const text = element.localName === 'input' ? element.value : element.textContent;
      if (text.length > 500) continue;
      const label = wordsOf(text.trim() || element.getAttribute('aria-label') || element.title || '');
      if (label === '' || label.length > MAX_LABEL || element.disabled === true || !isShown(element))
        continue;
      // The outer one of two that say the same is a wrapper.
      if (element.firstElementChild && element.querySelector(BUTTONS) && element.localName !== 'button')
        continue;
      buttons.push({ element, kind: kindOf(label) });
    }
    return buttons;
  }

  function namesOf(element) {
    // Of the address only what names its document: all sorts of frames are handed a consent.
    const title =
      element.localName === 'iframe'
        ? `${element.title} ${element.name} ${element.src.slice(0, 300).replace(/[?#].*$/s, '')}`
        : '';
    const label = element.getAttribute('aria-label') ?? '';
    return `${element.localName} ${element.getAttribute('id') ?? ''} ${element.getAttribute('class') ?? ''} ${label} ${title}`.toLowerCase();
  }

  /** Whether an element that lies over a page (`isOver`), or is named like it in its flow, asks for consent. */
  function asksForConsent(root, { isNamed, isOver }) {
    const scopes = scopesOf(root);
    if (!scopes) return false;
    const text = textOf(scopes);
    const isAboutCookies = says('cookies', text);
    if (!isAboutCookies && !isNamed && !says('privacy', text)) return false;
    const kinds = new Set(buttonsOf(scopes).map(({ kind }) => kind));
    const hasAnswer = kinds.has('accept') || kinds.has('reject');
    if (isAboutCookies || isNamed) return hasAnswer || (isNamed && isOver && kinds.has('settings'));
    return kinds.has('accept') && (kinds.has('reject') || kinds.has('settings'));
  }

  /** The button that refuses most. */
  function refusalIn(root) {
    const refusals = buttonsOf(scopesOf(root) ?? []).filter(({ kind }) => kind === 'reject');
    return (
      refusals.find(({ element }) => element.localName !== 'a' || !element.getAttribute('href')) ??
      refusals[0]
    );
  }

  /** Clicks as a script can; links and forms lead nowhere. */
  function clickInPlace(element) {
    const stay = (event) => event.preventDefault();
    const stayHere = (event) => {
      const link = event.composedPath().find(({ localName }) => localName === 'a' || localName === 'area');
      if (link?.hasAttribute('href') && !/^(?:#|javascript:)/i.test(link.getAttribute('href'))) stay(event);
    };
    addEventListener('click', stayHere, true);
    addEventListener('submit', stay, true);
    try {
      element.click();
    } finally {
      removeEventListener('click', stayHere, true);
      removeEventListener('submit', stay, true);
    }
  }

  function pause(ms) {
    return new Promise((resolve) => {
      setTimeout(resolve, ms);
    });
  }

  return {
    says,
    wordsOf,
    kindOf,
    namesOf,
    scopesOf,
    asksForConsent,
    refusalIn,
    clickInPlace,
    isShown,
    isInView,
    pause,
  };
}
