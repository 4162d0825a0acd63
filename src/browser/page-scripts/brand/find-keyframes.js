const MAX_RULES = 4_000;
const MAX_NAMES = 30;

/** Names of animations. */
export function findKeyframes() {
  /** @type {Set<string>} */
  const names = new Set();
  /** @type {StyleSheetList} */
  const sheets = Reflect.get(Document.prototype, 'styleSheets', document);
  let rules = 0;
  for (const sheet of sheets) {
    const list = rulesOf(sheet);
    for (
      let index = 0;
      index < list.length && rules < MAX_RULES && names.size < MAX_NAMES;
      index++, rules++
    ) {
      const rule = list[index];
      if (rule instanceof CSSKeyframesRule) names.add(rule.name.slice(0, 100));
    }
  }
  return [...names];
}

/** @param {CSSStyleSheet} sheet */
function rulesOf(sheet) {
  try {
    return sheet.cssRules;
  } catch {
    // From another origin: its rules may not be read.
    return [];
  }
}
