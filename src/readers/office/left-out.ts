/** Warning for pictures that no page can show; they are looked for only where pictures are wanted. */
export const LEFT_OUT_PICTURES =
  'Pictures in formats that cannot be shown, such as EMF and WMF, were left out.';

/** Warning for embedded files of other programs: what they hold is in no part that is read. */
export const LEFT_OUT_OBJECTS = 'Embedded objects, such as sheets of Excel, were read by their picture only.';

/** Warning for formulas that only the picture of an embedded object shows. */
export const LEFT_OUT_FORMULAS = 'Formulas of the old equation editor are left out';

/** The warning for an object of this class, such as `Excel.Sheet.8`. */
export function leftOutObject(className: string): string {
  return /^equation/i.test(className.trim()) ? LEFT_OUT_FORMULAS : LEFT_OUT_OBJECTS;
}
