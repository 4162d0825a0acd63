import type { RtfDocument } from './rtf-document.ts';
import type { RtfFlow } from './rtf-flow.ts';
import { PLAIN_CHARACTERS, PLAIN_PARAGRAPH, type RtfState } from './rtf-state.ts';
import { RtfShape } from './shape.ts';

const MAX_DESCRIPTION = 2_000;
/** Properties whose values say something of the text of a shape. */
const TEXT_PROPERTIES: ReadonlySet<string> = new Set(['gtextUNICODE', 'fGtext', 'shapeType']);

/** Words that start a destination of a drawing. */
export const SHAPE_DESTINATIONS = {
  picprop: shape,
  shp: (document: RtfDocument) => ({ destination: document.body }),
  shpgrp: (document: RtfDocument) => ({ destination: document.body }),
  shpinst: shape,
  sp: () => ({ destination: {} }),
  sn: (document: RtfDocument) => ({
    destination: { text: (text: string) => void (document.shapeProperty += text) },
  }),
  sv: shapeValue,
  shptxt: anchoredText,
  do: () => ({ destination: {} }),
  dptxbxtext: anchoredText,
} satisfies Readonly<Record<string, (document: RtfDocument, state: RtfState) => Partial<RtfState>>>;

/**
 * A shape without paragraphs may have its text as a property: WordArt of Word does, and any shape of LibreOffice, which
 * writes the first paragraph so.
 */
function shape(document: RtfDocument, state: RtfState): Partial<RtfState> {
  const drawn = new RtfShape();
  const end = (): void => {
    if (drawn.text === '' || state.isHidden || state.isDeleted) return;
    if (drawn.isWordArt) state.flow.runs.addText(drawn.text, 0, state.href);
    else anchorText(document, state.flow, drawn.text);
  };
  return { shape: drawn, destination: { end } };
}

function anchorText(document: RtfDocument, outer: RtfFlow, text: string): void {
  const flow = document.startFlow(outer);
  flow.runs.addText(text);
  if (flow !== outer) outer.anchor(flow.finish());
}

function shapeValue(document: RtfDocument, state: RtfState): Partial<RtfState> {
  const name = document.shapeProperty.trim();
  document.shapeProperty = '';
  const isText = TEXT_PROPERTIES.has(name);
  if (name !== 'wzDescription' && !isText) return { destination: {} };
  let value = '';
  return {
    destination: {
      text(text) {
        if (isText || value.length < MAX_DESCRIPTION) value += text;
      },
      end() {
        if (isText) state.shape?.set(name, value);
        else document.shapeAlt = value.trim();
      },
    },
  };
}

/** Text of a shape stands apart from the paragraph that the shape is anchored to. */
function anchoredText(document: RtfDocument, state: RtfState): Partial<RtfState> {
  const outer = state.flow;
  const flow = document.startFlow(outer);
  const change = { ...PLAIN_CHARACTERS, paragraph: PLAIN_PARAGRAPH, href: undefined, field: undefined };
  if (flow === outer || state.isHidden || state.isDeleted) return { ...change, destination: document.body };
  const end = (): void => {
    const html = flow.finish();
    if (html !== '' && state.shape !== undefined) state.shape.hasParagraphs = true;
    outer.anchor(html);
  };
  return { ...change, flow, destination: { ...document.body, end } };
}
