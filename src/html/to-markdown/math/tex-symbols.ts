/** Symbols that TeX writes as a command. Letters first, then operators, relations, arrows. */
const COMMANDS: Readonly<Record<string, string>> = {
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  ε: 'varepsilon',
  ϵ: 'epsilon',
  ζ: 'zeta',
  η: 'eta',
  θ: 'theta',
  ϑ: 'vartheta',
  ι: 'iota',
  κ: 'kappa',
  λ: 'lambda',
  μ: 'mu',
  ν: 'nu',
  ξ: 'xi',
  π: 'pi',
  ρ: 'rho',
  σ: 'sigma',
  ς: 'varsigma',
  τ: 'tau',
  υ: 'upsilon',
  φ: 'varphi',
  ϕ: 'phi',
  χ: 'chi',
  ψ: 'psi',
  ω: 'omega',
  Γ: 'Gamma',
  Δ: 'Delta',
  Θ: 'Theta',
  Λ: 'Lambda',
  Ξ: 'Xi',
  Π: 'Pi',
  Σ: 'Sigma',
  Φ: 'Phi',
  Ψ: 'Psi',
  Ω: 'Omega',
  '∞': 'infty',
  '∂': 'partial',
  '∇': 'nabla',
  ℏ: 'hbar',
  ℓ: 'ell',
  '∅': 'emptyset',
  '∀': 'forall',
  '∃': 'exists',
  ℝ: 'mathbb{R}',
  ℕ: 'mathbb{N}',
  ℤ: 'mathbb{Z}',
  ℚ: 'mathbb{Q}',
  ℂ: 'mathbb{C}',
  '×': 'times',
  '÷': 'div',
  '±': 'pm',
  '∓': 'mp',
  '·': 'cdot',
  '⋅': 'cdot',
  '∘': 'circ',
  '∗': 'ast',
  '⊕': 'oplus',
  '⊗': 'otimes',
  '∧': 'land',
  '∨': 'lor',
  '¬': 'neg',
  '∩': 'cap',
  '∪': 'cup',
  '∖': 'setminus',
  '†': 'dagger',
  '≤': 'leq',
  '≥': 'geq',
  '≠': 'neq',
  '≈': 'approx',
  '≡': 'equiv',
  '∼': 'sim',
  '≅': 'cong',
  '∝': 'propto',
  '≪': 'll',
  '≫': 'gg',
  '∈': 'in',
  '∉': 'notin',
  '⊂': 'subset',
  '⊆': 'subseteq',
  '⊃': 'supset',
  '⊇': 'supseteq',
  '⊥': 'perp',
  '∥': 'parallel',
  '∣': 'mid',
  '→': 'to',
  '←': 'leftarrow',
  '↔': 'leftrightarrow',
  '⇒': 'Rightarrow',
  '⇐': 'Leftarrow',
  '⇔': 'Leftrightarrow',
  '↦': 'mapsto',
  '⟨': 'langle',
  '⟩': 'rangle',
  '⌊': 'lfloor',
  '⌋': 'rfloor',
  '⌈': 'lceil',
  '⌉': 'rceil',
  '‖': 'Vert',
  '∑': 'sum',
  '∏': 'prod',
  '∫': 'int',
  '∬': 'iint',
  '∮': 'oint',
  '√': 'surd',
  '…': 'ldots',
  '⋯': 'cdots',
  '⋮': 'vdots',
  '⋱': 'ddots',
};
const PLAIN: Readonly<Record<string, string>> = { '−': '-', '′': "'", '″': "''", '\u00A0': '~' };
/** Letters that have their style in themselves (Unicode, Mathematical Alphanumeric Symbols): the last of each style. */
const STYLED: ReadonlyArray<readonly [last: number, command: string]> = [
  [0x1d433, 'mathbf'],
  [0x1d467, ''],
  [0x1d49b, 'boldsymbol'],
  [0x1d503, 'mathcal'],
  [0x1d537, 'mathfrak'],
  [0x1d56b, 'mathbb'],
  [0x1d59f, 'mathfrak'],
  [0x1d66f, 'mathsf'],
  [0x1d6a3, 'mathtt'],
  [0x1d6a5, ''],
  [0x1d6e1, 'boldsymbol'],
  [0x1d71b, ''],
  [0x1d7cb, 'boldsymbol'],
  [0x1d7d7, 'mathbf'],
  [0x1d7e1, 'mathbb'],
  [0x1d7ff, ''],
];
const FIRST_STYLED = 0x1d400;
const INVISIBLE = /[\u2061-\u2064\u200B]/g;
const FUNCTION =
  /^(?:arccos|arcsin|arctan|arg|cos|cosh|cot|coth|csc|deg|det|dim|exp|gcd|hom|inf|ker|lg|lim|liminf|limsup|ln|log|max|min|Pr|sec|sin|sinh|sup|tan|tanh)$/;
const RESERVED = /[#$%&_{}]/g;

/** A variable, a function, or a name of several letters. */
export function texIdentifier(text: string): string {
  const name = text.replace(INVISIBLE, '');
  if (FUNCTION.test(name)) return `\\${name} `;
  return /^[A-Za-z]{2,}$/.test(name) ? `\\mathrm{${name}}` : texText(name);
}

export function texOperator(text: string): string {
  const operator = text.replace(INVISIBLE, '');
  return FUNCTION.test(operator) ? `\\${operator} ` : texText(operator);
}

/** Text with each symbol as its command and the characters that TeX reserves escaped. */
export function texText(text: string): string {
  const out: string[] = [];
  for (const character of text
    .replace(INVISIBLE, '')
    .replaceAll('\\', '\\backslash ')
    .replace(RESERVED, '\\$&')) {
    out.push(texCharacter(character));
  }
  return out.join('');
}

function texCharacter(character: string): string {
  const code = character.codePointAt(0)!;
  const command = COMMANDS[character];
  if (command !== undefined) return `\\${command} `;
  const style = code < FIRST_STYLED ? undefined : STYLED.find(([last]) => code <= last);
  if (style === undefined) return PLAIN[character] ?? character;
  const plain = character.normalize('NFKC');
  const letter = COMMANDS[plain] === undefined ? plain : `\\${COMMANDS[plain]} `;
  return style[1] === '' ? letter : `\\${style[1]}{${letter.trim()}}`;
}
