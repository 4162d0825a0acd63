/**
 * Reads what a page says about its brand beside its looks: candidates for its logo, names, custom properties.
 * @param {{maxSvgLength: number, maxLogosLength: number, maxSvgElements: number, maxJsonLdLength: number, maxVariables: number}} limits
 * @returns {import('../branding-facts.ts').BrandAssets}
 */
export function readBrandAssets({
  maxSvgLength,
  maxLogosLength,
  maxSvgElements,
  maxJsonLdLength,
  maxVariables,
}) {
  const all = (selector, scope = document) => {
    const { prototype } = scope === document ? Document : Element;
    return prototype.querySelectorAll.call(scope, selector);
  };
  const first = (selector) => Document.prototype.querySelector.call(document, selector);
  const attribute = (element, name) =>
    element ? (Element.prototype.getAttribute.call(element, name) ?? '') : '';
  const closest = (element, selector) => Element.prototype.closest.call(element, selector);
  const pageUrl = Reflect.get(Document.prototype, 'URL', document);
  const absolute = (address) => {
    if (address === '' || address.length > 8_192) return '';
    const url = URL.parse(address, Reflect.get(Node.prototype, 'baseURI', document));
    return url !== null && /^https?:$/.test(url.protocol) ? url.href : '';
  };
  const meta = (selector) => attribute(first(selector), 'content').trim().slice(0, 1_000);

  /** Home is `/`, or its form for a language: `/de`, `/en-us/`. */
  function isHome(link) {
    const href = attribute(link, 'href');
    if (!link || href === '' || href.startsWith('#')) return false;
    const url = URL.parse(href, Reflect.get(Node.prototype, 'baseURI', document));
    const page = URL.parse(pageUrl);
    if (!url || !page) return false;
    const bare = (host) => host.replace(/^www\./, '');
    return (
      bare(url.host) === bare(page.host) &&
      /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?|index\.\w+|home\/?)?$/i.test(url.pathname)
    );
  }

  function zoneOf(element) {
    if (closest(element, 'footer,[role=contentinfo],[class*=footer]')) return 'footer';
    if (closest(element, 'header,[role=banner],[class*=header],[class*=masthead]')) return 'header';
    return closest(element, 'nav,[role=navigation],[class*=navbar]') ? 'nav' : 'main';
  }

  /** An SVG that stands alone: its colours computed, its symbols in it, nothing in it that runs or is fetched. */
  function svgMarkup(svg, box) {
    const shapes = [...all('*', svg)];
    if (shapes.length > maxSvgElements) return '';
    const copy = svg.cloneNode(true);
    const copies = [...all('*', copy)];
    const paint = (from, to) => {
      const { fill, stroke, strokeWidth, opacity, display } = getComputedStyle(from);
      // Colours of gradients stay as they are written.
      if (!fill.startsWith('url(')) to.setAttribute('fill', fill);
      if (stroke !== 'none' && !stroke.startsWith('url(')) {
        to.setAttribute('stroke', stroke);
        to.setAttribute('stroke-width', strokeWidth);
      }
      if (opacity !== '1') to.setAttribute('opacity', opacity);
      if (display === 'none') to.setAttribute('display', 'none');
    };
    const isDrawn = /^(?:path|g|circle|ellipse|rect|line|polyline|polygon|text|tspan|use)$/;
    shapes.forEach((shape, index) => {
      if (isDrawn.test(shape.localName) && !closest(shape, 'defs,symbol,clipPath,mask'))
        paint(shape, copies[index]);
    });
    for (const use of all('use', copy)) {
      const reference = attribute(use, 'href') || attribute(use, 'xlink:href');
      if (!reference.startsWith('#')) return '';
      const id = CSS.escape(reference.slice(1));
      if (all(`#${id}`, copy).length > 0) continue;
      const target = first(`#${id}`);
      if (!target || all('*', target).length > maxSvgElements || copy.childNodes.length > maxSvgElements)
        return '';
      copy.append(target.cloneNode(true));
    }
    for (const element of [copy, ...all('*', copy)]) {
      if (/^(?:script|foreignObject|image|style|a|animate|set|iframe)$/i.test(element.localName)) {
        if (element.localName === 'a') element.replaceWith(...element.childNodes);
        else element.remove();
        continue;
      }
      for (const name of element.getAttributeNames()) {
        const value = attribute(element, name);
        const isAway = /^(?:xlink:)?href$/.test(name)
          ? !value.startsWith('#')
          : /url\((?!["']?#)/.test(value);
        if (isAway || /^(?:on|class|style|data-)/i.test(name)) element.removeAttribute(name);
      }
    }
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    if (!copy.hasAttribute('viewBox') && !copy.hasAttribute('width')) return '';
    copy.setAttribute('width', String(Math.round(box.width)));
    copy.setAttribute('height', String(Math.round(box.height)));
    copy.style.color = getComputedStyle(svg).color;
    const markup = new XMLSerializer().serializeToString(copy);
    return markup.length > maxSvgLength ? '' : markup;
  }

  function backgroundOf(element) {
    return /url\("([^"]{1,8000})"\)/.exec(getComputedStyle(element).backgroundImage)?.[1] ?? '';
  }

  function logoOf(element) {
    const box = Element.prototype.getBoundingClientRect.call(element);
    if (box.width < 12 || box.height < 8 || box.width > 700 || box.height > 400) return undefined;
    const name = element.localName;
    const link = closest(element, 'a');
    const kind = name === 'svg' ? 'svg' : name === 'img' ? 'image' : 'background';
    const around = [element, element.parentElement, link].filter(Boolean);
    const label = ['alt', 'aria-label', 'title']
      .map((key) => around.map((one) => attribute(one, key)).find(Boolean) ?? '')
      .find(Boolean);
    const title = name === 'svg' ? element.querySelector('title')?.textContent : '';
    const alt = (label ?? title ?? '').trim().slice(0, 200);
    const hints = around
      .map((one) => `${attribute(one, 'class')} ${attribute(one, 'id')}`.slice(0, 200))
      .join(' ');
    const address = name === 'img' ? element.currentSrc || element.src : backgroundOf(element);
    const isInline = address.startsWith('data:image/') && address.length <= maxSvgLength;
    let source = isInline ? address : absolute(address);
    if (kind === 'svg') source = svgMarkup(element, box);
    if (source === '') return undefined;
    const top = box.top + scrollY;
    const file = kind === 'image' && !isInline ? source.slice(source.lastIndexOf('/')) : '';
    return {
      kind,
      source,
      width: box.width,
      height: box.height,
      top,
      zone: zoneOf(element),
      isHomeLink: isHome(link),
      hints: `${hints} ${file}`.trim(),
      alt,
    };
  }

  function findLogos() {
    const selectors = [
      'a[href] img',
      'a[href] svg',
      ':is(header,nav,[role=banner],[class*=header],[class*=navbar]) :is(img,svg)',
      ':is([class*=logo],[id*=logo],[class*=brand],[class*=Logo]):not(svg *)',
      ':is([class*=logo],[id*=logo],[class*=brand],[class*=Logo]) :is(img,svg,a)',
    ];
    const logos = [];
    const seen = new Set();
    let length = 0;
    for (const selector of selectors) {
      let tried = 0;
      for (const element of all(selector)) {
        if (logos.length >= 16 || tried++ >= 40) break;
        if (seen.has(element)) continue;
        seen.add(element);
        if (selector.startsWith('a[href]') && !isHome(closest(element, 'a'))) continue;
        try {
          const logo = logoOf(element);
          length += logo?.source.length ?? 0;
          if (logo && length <= maxLogosLength) logos.push(logo);
        } catch {
          // Its own children stand in the place of its properties.
        }
      }
    }
    return logos;
  }

  /** Those whose names speak of colours. What applies to the body counts, wherever its CSS came from. */
  function findVariables() {
    const body = first('body');
    if (!body) return [];
    const styles = body.computedStyleMap();
    if (styles.size > maxVariables) return [];
    const found = [];
    for (const [name, values] of styles) {
      if (!name.startsWith('--')) continue;
      if (
        !/primary|secondary|accent|brand|success|positive|warning|caution|error|danger|negative|link/i.test(
          name,
        )
      )
        continue;
      const value = String(values[0]).trim();
      if (name.length <= 100 && value.length > 0 && value.length <= 100) found.push([name, value]);
      if (found.length >= 300) break;
    }
    return found;
  }

  function findKeyframes() {
    const names = new Set();
    let rules = 0;
    for (const sheet of Reflect.get(Document.prototype, 'styleSheets', document)) {
      let list;
      try {
        list = sheet.cssRules;
      } catch {
        // From another origin: its rules may not be read.
        continue;
      }
      for (let index = 0; index < list.length && rules < 4_000 && names.size < 30; index++, rules++) {
        if (list[index] instanceof CSSKeyframesRule) names.add(list[index].name.slice(0, 100));
      }
    }
    return [...names];
  }

  const jsonLd = [];
  let room = maxJsonLdLength;
  for (const script of [...all('script[type="application/ld+json"]')].slice(0, 20)) {
    const text = script.textContent ?? '';
    if (text.length > room) continue;
    room -= text.length;
    jsonLd.push(text);
  }
  return {
    contentType: Reflect.get(Document.prototype, 'contentType', document),
    url: pageUrl,
    title: Reflect.get(Document.prototype, 'title', document).slice(0, 500),
    themeColor: meta('meta[name="theme-color" i]:not([media*=dark])'),
    applicationName: meta('meta[name="application-name" i]'),
    siteName: meta('meta[property="og:site_name" i]'),
    ogLogo: absolute(meta('meta[property="og:logo" i]')),
    touchIcon: absolute(
      attribute(first('link[rel~="apple-touch-icon" i],link[rel~="apple-touch-icon-precomposed" i]'), 'href'),
    ),
    jsonLd,
    logos: findLogos(),
    variables: findVariables(),
    keyframes: findKeyframes(),
  };
}
