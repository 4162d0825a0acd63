/** Texts that run where a page takes them for markup, an address, an attribute or a template. */
export const PAYLOADS = [
  '"><img src=x onerror=window.hit=1>',
  "'><svg/onload=window.hit=1>",
  '</pre><script>window.hit=1</script>',
  '<iframe srcdoc="<script>parent.hit=1</script>"></iframe>',
  '[x](javascript:window.hit=1)',
  '![x](javascript:window.hit=1)',
  '`</code><img src=x onerror=window.hit=1>`',
  '<a href="javascript:window.hit=1">x</a>',
  '${window.hit=1}',
  '{{constructor.constructor("window.hit=1")()}}',
  '<details open ontoggle=window.hit=1>',
  '<input autofocus onfocus=window.hit=1>',
  '<math><mtext></form><form><mglyph><style></math><img src=x onerror=window.hit=1>',
  '<template><img src=x onerror=window.hit=1></template>',
  'data:text/html,<script>window.hit=1</script>',
  '&lt;img src=x onerror=window.hit=1&gt;',
  '\u202e<b onmouseover=window.hit=1>x',
  '<style>*{background:url("javascript:window.hit=1")}</style>',
  '<base href="https://evil.example/">',
  '<meta http-equiv=refresh content="0;url=javascript:window.hit=1">',
];

/** A text as HTML says it. */
export function asText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** A text as the value of an attribute. */
export function asAttribute(text: string): string {
  return asText(text).replaceAll('"', '&quot;');
}
