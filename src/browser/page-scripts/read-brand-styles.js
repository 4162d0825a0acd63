/**
 * Reads how the visible elements of a page look, in document order and within the limits, and adds up what is alike.
 * Runs in a world of its own; whatever a page puts in the place of properties (`<input name="children">`) fails one
 * element alone.
 * @param {{maxElements: number, maxVisited: number, maxMs: number}} limits
 * @returns {import('../branding-facts.ts').BrandStyles}
 */
export function readBrandStyles({ maxElements, maxVisited, maxMs }) {
  const startedAt = performance.now();
  const { innerWidth, innerHeight } = globalThis;
  const attribute = (element, name) => Element.prototype.getAttribute.call(element, name) ?? '';
  const boxOf = (element) => Element.prototype.getBoundingClientRect.call(element);
  const isClear = (color) => /^rgba\(.*, 0\)$|\/ 0\)$/.test(color) || color === 'transparent';
  const px = (value) => Number.parseFloat(value) || 0;
  const tally = (map, key, weight = 1, max = 300) => {
    if (map.has(key) || map.size < max) map.set(key, (map.get(key) ?? 0) + weight);
  };

  const texts = new Map();
  const motions = new Map();
  const borders = new Map();
  const radii = new Map();
  const lengths = new Map();
  const paddings = new Map();
  const margins = new Map();
  const columns = new Map();
  const maxWidths = new Map();
  const areas = [];
  const buttons = [];
  const inputs = [];
  const icons = [];
  const states = [];
  const shadowRoots = [];
  /** Its header and hero are put in when they are met. */
  const layout = { flexes: 0, grids: 0, hasAside: false, hasFooter: false };
  const root = { colorScheme: '', background: '', bodyBackground: '', bodyColor: '', bodyFamily: '' };
  const count = { visited: 0, read: 0, spaced: 0 };
  let isSmoothScrolling = false;

  const HEADING = /^h[1-6]$/;
  const CODE = /^(?:code|pre|kbd|samp)$/;
  const BUTTON_CLASS = /(?:^|[\s_-])(?:btn|button|cta)(?:$|[\s_-])/i;
  const STATE = /(?:^|[\s_-])(success|warning|error|danger)(?=$|[\s_-])/i;
  const ICON_NAME =
    /(?:^|[\s_-])(?:icons?|fa[srlbd]?|bi|mdi|ti|ph|ri|glyphicon|material-symbols\S*|codicon|octicon)(?:$|[\s_-])/i;
  const FOREIGN = /cookie|consent|gdpr|onetrust/i;
  const SKIPPED = /^(?:script|style|noscript|template|head|option|canvas|iframe|object|video|audio)$/;

  function zoneOf(name, role, box, outer) {
    if (name === 'footer' || role === 'contentinfo') return 'footer';
    if (outer.zone === 'footer') return 'footer';
    if (name === 'nav' || role === 'navigation') return 'nav';
    if ((name === 'header' && box.top + scrollY < 250 && box.height < 400) || role === 'banner')
      return 'header';
    if (name === 'aside' || role === 'complementary') return 'aside';
    if (name === 'main' || name === 'article') return 'main';
    return outer.zone;
  }

  /** The background that an element adds, painted over what is behind it. */
  function paint(style, box, outer) {
    const color = style.backgroundColor;
    if (isClear(color)) return outer.area;
    const width = Math.max(0, Math.min(box.right, innerWidth) - Math.max(box.left, 0));
    const area = { color, size: width * Math.min(box.height, 20_000) };
    if (outer.area) outer.area.size -= area.size;
    areas.push(area);
    return area;
  }

  function readControl(element, style, box, outer) {
    const { zone } = outer;
    return {
      zone,
      background: isClear(style.backgroundColor) ? '' : style.backgroundColor,
      behind: outer.area?.color ?? '',
      image: style.backgroundImage === 'none' ? '' : style.backgroundImage.slice(0, 300),
      color: style.color,
      borderColor: style.borderBottomColor,
      borderWidth: style.borderBottomStyle === 'none' ? '0px' : style.borderBottomWidth,
      radius: style.borderRadius.slice(0, 60),
      padding: style.padding,
      fontSize: style.fontSize,
      width: box.width,
      height: box.height,
      top: box.top + scrollY,
      hints: `${attribute(element, 'class')} ${attribute(element, 'type')}`.slice(0, 200).trim(),
    };
  }

  function isNativeButton(element, name) {
    if (name === 'button' || attribute(element, 'role') === 'button') return true;
    return name === 'input' && /^(?:submit|button)$/i.test(attribute(element, 'type'));
  }

  /** Filled, or framed on all sides. */
  function isBoxed({
    backgroundColor,
    backgroundImage,
    borderBottomStyle,
    borderBottomWidth,
    borderTopWidth,
  }) {
    if (!isClear(backgroundColor) || backgroundImage.includes('gradient')) return true;
    return borderBottomStyle !== 'none' && px(borderBottomWidth) >= 1 && px(borderTopWidth) >= 1;
  }

  function canBePressed(element, name) {
    if (element.disabled === true || attribute(element, 'aria-disabled') === 'true') return false;
    if (name === 'input') return true;
    const { length } = (element.textContent ?? '').slice(0, 500).trim();
    return length > 0 && length <= 60;
  }

  /** Takes note of a button; false when it is none. */
  function isButton(element, name, style, box, outer) {
    const isNative = isNativeButton(element, name);
    const isNamed = BUTTON_CLASS.test(attribute(element, 'class').slice(0, 500));
    if (!isNative && !isNamed && name !== 'a') return false;
    if (box.height < 18 || box.height > 100 || box.width < 30 || box.width > 500) return isNative;
    if (!isBoxed(style)) return isNative || isNamed;
    if (!isNative && !isNamed && (px(style.paddingLeft) < 6 || style.display === 'inline')) return false;
    if (buttons.length < 80 && canBePressed(element, name))
      buttons.push(readControl(element, style, box, outer));
    return true;
  }

  function readIcon(element, name, style, box) {
    const isSmall = box.width >= 8 && box.width <= 72 && box.height >= 8 && box.height <= 72;
    if (!isSmall || icons.length >= 80) return;
    const classes = attribute(element, 'class').slice(0, 120);
    const fact = {
      kind: 'font',
      hints: `${name} ${classes}`,
      width: Math.round(box.width),
      isFilled: false,
      isStroked: false,
    };
    if (name === 'svg') {
      const shape = element.querySelector('use,path,circle,rect,line,polyline,polygon');
      const look = shape ? getComputedStyle(shape) : style;
      fact.kind = shape?.localName === 'use' ? 'sprite' : 'svg';
      fact.hints += ` ${attribute(element, 'data-icon')} ${attribute(element, 'data-slot')} ${attribute(element, 'data-lucide')}`;
      fact.isStroked = look.stroke !== 'none' && px(look.strokeWidth) > 0;
      fact.isFilled = look.fill !== 'none';
    } else if (name === 'img') {
      if (!/\.svg(?:$|[?#])|^data:image\/svg/i.test(attribute(element, 'src').slice(0, 2_000))) return;
      fact.kind = 'image';
    } else if (name.includes('-')) {
      if (!/icon/.test(name)) return;
      fact.kind = 'element';
    } else if (!(name === 'i' || name === 'span' || name === 'em') || !ICON_NAME.test(classes)) return;
    icons.push(fact);
  }

  function readSpacing(element, name, style, box, zone) {
    if (style.display.startsWith('inline') || count.spaced > 700) return;
    count.spaced += 1;
    const { padding, margin } = style;
    // A margin of one line is the browser's own.
    const isOwnMargin = !(
      /^(?:p|ul|ol|dl|pre|figure|blockquote|form)$/.test(name) && style.marginTop === style.fontSize
    );
    for (const value of `${padding} ${isOwnMargin ? margin : ''} ${style.gap}`.split(' ')) {
      const length = px(value);
      if (length >= 2 && length <= 200 && Number.isInteger(length)) tally(lengths, length);
    }
    const isCard = /(?:^|[\s_-])card(?:$|[\s_-])/i.test(attribute(element, 'class').slice(0, 300));
    const kind = isCard ? 'card' : name;
    if (/^(?:section|header|footer|card|li|td|nav)$/.test(kind) && /[1-9]/.test(padding))
      tally(paddings, `${kind}|${padding}`);
    if (/^(?:p|h1|h2|h3|section|ul|card)$/.test(kind) && /[1-9]/.test(margin) && zone !== 'footer')
      tally(margins, `${kind}|${margin}`);
    readFrame(style, box);
  }

  function readFrame(style, box) {
    const hasFrame = style.borderBottomStyle !== 'none' && px(style.borderBottomWidth) > 0;
    if (hasFrame) tally(borders, style.borderBottomColor);
    else if (style.borderLeftStyle !== 'none' && px(style.borderLeftWidth) > 1)
      tally(borders, style.borderLeftColor);
    const isSeen = hasFrame || !isClear(style.backgroundColor) || style.boxShadow !== 'none';
    if (isSeen && box.width >= 60 && box.width < innerWidth * 0.95)
      tally(radii, style.borderRadius.slice(0, 60));
  }

  function readLayout(name, style, box, zone) {
    const { display, maxWidth } = style;
    const area = box.width * Math.min(box.height, 5_000);
    if (display.endsWith('flex')) layout.flexes += 1;
    else if (display.endsWith('grid')) {
      layout.grids += 1;
      const tracks = style.gridTemplateColumns.split(' ').filter((track) => px(track) > 40).length;
      if (tracks > 1 && box.width > innerWidth / 3) tally(columns, tracks, area);
    }
    if (
      maxWidth.endsWith('px') &&
      px(maxWidth) >= 480 &&
      px(maxWidth) < innerWidth &&
      box.width <= px(maxWidth) + 200
    ) {
      if (Math.abs(box.left - (innerWidth - box.right)) < 24) tally(maxWidths, maxWidth, area);
    }
    if (zone === 'header' && !layout.header && box.width > innerWidth / 2) {
      const background = isClear(style.backgroundColor) ? '' : style.backgroundColor;
      layout.header = { position: style.position, height: Math.round(box.height), background };
    }
    if (name === 'aside' && box.height > 200) layout.hasAside = true;
    if (zone === 'footer') layout.hasFooter = true;
  }

  /** The large part at the top of a page which the first heading stands in. */
  function readHero(heading, headingBox) {
    if (layout.hero || headingBox.top + scrollY > innerHeight) return;
    let element = heading.parentElement;
    for (let depth = 0; element && depth < 8; depth++, element = element.parentElement) {
      const name = element.localName;
      if (name === 'body' || name === 'main' || name === 'article') return;
      const box = boxOf(element);
      if (box.width < innerWidth * 0.9 || box.height < innerHeight * 0.3) continue;
      if (box.height > innerHeight * 1.4) return;
      const top = Math.round(box.top + scrollY);
      layout.hero = { top, height: Math.round(box.height), textAlign: getComputedStyle(heading).textAlign };
      return;
    }
  }

  function readText(element, style, context) {
    let characters = 0;
    let child = element.firstChild;
    for (let index = 0; child && index < 40; index++, child = child.nextSibling) {
      if (child.nodeType === 3) characters += child.substringData(0, 500).trim().length;
    }
    if (characters === 0) return;
    const { role, zone, area, isDistinct } = context;
    const look = [role, zone, style.color, area?.color ?? '', style.fontFamily.slice(0, 300)];
    tally(
      texts,
      [...look, style.fontSize, style.fontWeight, style.lineHeight, isDistinct].join('\u0001'),
      characters,
      500,
    );
  }

  function readMotion(style) {
    const { transitionDuration, animationName } = style;
    if (transitionDuration !== '0s') {
      const easing = style.transitionTimingFunction.slice(0, 200);
      tally(motions, ['', transitionDuration.slice(0, 100), easing].join('\u0001'), 1, 60);
    }
    if (animationName !== 'none') {
      const look = [style.animationDuration.slice(0, 100), style.animationTimingFunction.slice(0, 200)];
      tally(motions, [animationName.slice(0, 100), ...look].join('\u0001'), 1, 60);
    }
  }

  function readState(element, style) {
    const state = STATE.exec(attribute(element, 'class').slice(0, 300))?.[1]?.toLowerCase();
    if (state === undefined || states.length >= 40) return;
    const border = style.borderBottomStyle === 'none' ? '' : style.borderBottomColor;
    const background = isClear(style.backgroundColor) ? '' : style.backgroundColor;
    states.push({ state: state === 'danger' ? 'error' : state, color: style.color, background, border });
  }

  function readRoot(name, style) {
    if (name === 'html') {
      root.colorScheme = style.colorScheme;
      root.background = isClear(style.backgroundColor) ? '' : style.backgroundColor;
      isSmoothScrolling = style.scrollBehavior === 'smooth';
    } else if (name === 'body') {
      root.bodyBackground = isClear(style.backgroundColor) ? '' : style.backgroundColor;
      root.bodyColor = style.color;
      root.bodyFamily = style.fontFamily.slice(0, 300);
    }
  }

  function roleOf(name, outer, isControl) {
    if (CODE.test(name)) return 'code';
    if (HEADING.test(name)) return name;
    if (isControl) return 'button';
    return name === 'a' && !HEADING.test(outer.role) ? 'link' : outer.role;
  }

  function isWrittenIn(element, name) {
    if (name === 'textarea' || name === 'select') return true;
    const type = attribute(element, 'type');
    return name === 'input' && /^(?:|text|email|search|password|tel|url|number)$/i.test(type);
  }

  function isForeign(element, style) {
    const names =
      style.position === 'fixed' ? `${attribute(element, 'id')} ${attribute(element, 'class')}` : '';
    return FOREIGN.test(names);
  }

  /** What the children of an element stand in; undefined when they need not be looked at. */
  function read(element, outer) {
    const name = element.localName;
    if (typeof name !== 'string' || SKIPPED.test(name)) return undefined;
    const style = getComputedStyle(element);
    if (style.display === 'none') return undefined;
    const box = boxOf(element);
    if (isForeign(element, style)) return undefined;
    readRoot(name, style);
    if (element.shadowRoot) shadowRoots.push([element.shadowRoot, outer]);
    if (style.visibility !== 'visible' || box.width === 0 || box.height === 0) return outer;
    count.read += 1;
    readMotion(style);
    if (name === 'svg' || name === 'img') {
      readIcon(element, name, style, box);
      return undefined;
    }
    readIcon(element, name, style, box);
    readState(element, style);
    const zone = zoneOf(name, attribute(element, 'role'), box, outer);
    const isField = isWrittenIn(element, name);
    if (isField && inputs.length < 12) inputs.push(readControl(element, style, box, { ...outer, zone }));
    const isControl = !isField && isButton(element, name, style, box, { ...outer, zone });
    if (!isField && !isControl) readSpacing(element, name, style, box, zone);
    readLayout(name, style, box, zone);
    if (name === 'h1') readHero(element, box);
    const role = roleOf(name, outer, isControl);
    const isDistinct = role === 'link' && (name === 'a' ? style.color !== outer.color : outer.isDistinct);
    const context = { zone, role, area: paint(style, box, outer), isDistinct, color: style.color };
    readText(element, style, context);
    return context;
  }

  function walk(start, outermost) {
    const walker = Document.prototype.createTreeWalker.call(document, start, NodeFilter.SHOW_ELEMENT);
    const contexts = [outermost];
    let node = walker.firstChild();
    while (node !== null) {
      count.visited += 1;
      if (count.read >= maxElements || count.visited >= maxVisited) return false;
      if (count.visited % 16 === 0 && performance.now() - startedAt > maxMs) return false;
      let inner;
      try {
        inner = read(node, contexts.at(-1));
      } catch {
        // Its own children stand in the place of its properties.
      }
      let next = inner === undefined ? null : walker.firstChild();
      if (next !== null) contexts.push(inner);
      while (next === null) {
        next = walker.nextSibling();
        if (next !== null) break;
        if (walker.parentNode() === null || walker.currentNode === start) return true;
        contexts.pop();
      }
      node = next;
    }
    return true;
  }

  const outermost = { zone: 'main', role: 'text', area: undefined, isDistinct: false, color: '' };
  let isComplete = walk(document, outermost);
  for (let index = 0; isComplete && index < shadowRoots.length && index < 200; index++) {
    isComplete = walk(...shadowRoots[index]);
  }

  const backgrounds = new Map();
  for (const { color, size } of areas) if (size > 0) tally(backgrounds, color, Math.round(size));
  const sorted = (map, most) => [...map].toSorted((a, b) => b[1] - a[1]).slice(0, most);
  const rows = (map, most, names) =>
    sorted(map, most).map(([key, weight]) => {
      const values = [...key.split('\u0001'), weight];
      return Object.fromEntries(names.split(' ').map((name, index) => [name, values[index]]));
    });
  const split = (map, most) => sorted(map, most).map(([key, weight]) => [...key.split('|'), weight]);
  return {
    viewport: { width: innerWidth, height: innerHeight },
    elements: count.read,
    isComplete,
    root,
    isSmoothScrolling,
    backgrounds: sorted(backgrounds, 40),
    borders: sorted(borders, 20),
    texts: rows(
      texts,
      200,
      'role zone color background family size weight lineHeight distinct characters',
    ).map(({ distinct, ...text }) => ({ ...text, isDistinct: distinct === 'true' })),
    buttons,
    inputs,
    icons,
    motions: rows(motions, 30, 'name duration easing count'),
    radii: sorted(radii, 20),
    lengths: sorted(lengths, 60),
    paddings: split(paddings, 40),
    margins: split(margins, 40),
    states,
    layout: { ...layout, columns: sorted(columns, 10), maxWidths: sorted(maxWidths, 10) },
  };
}
