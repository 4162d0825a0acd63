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
    const command = COMMANDS[character];
    out.push(command === undefined ? (PLAIN[character] ?? character) : `\\${command} `);
  }
  return out.join('');
}
