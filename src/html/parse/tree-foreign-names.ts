/** SVG elements with capitals in their names, by the name in lower case (WHATWG HTML 13.2.6.5). */
export const SVG_ELEMENT_NAMES: ReadonlyMap<string, string> = byLowerCase(
  'altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix',
  'feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow',
  'feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset',
  'fePointLight feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient',
  'radialGradient textPath',
);

/** SVG attributes with capitals in their names, by the name in lower case (WHATWG HTML 13.2.6.1). */
export const SVG_ATTRIBUTE_NAMES: ReadonlyMap<string, string> = byLowerCase(
  'attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode filterUnits',
  'glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lengthAdjust',
  'limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength',
  'patternContentUnits patternTransform patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio',
  'primitiveUnits refX refY repeatCount repeatDur requiredExtensions requiredFeatures specularConstant',
  'specularExponent spreadMethod startOffset stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX',
  'targetY textLength viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan',
);

/** The one such attribute of MathML. */
export const MATH_ATTRIBUTE_NAMES: ReadonlyMap<string, string> = byLowerCase('definitionURL');

function byLowerCase(...lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(lines.flatMap((line) => line.split(' ')).map((name) => [name.toLowerCase(), name]));
}
