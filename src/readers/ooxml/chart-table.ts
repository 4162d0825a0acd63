import { escapeText } from '../markup.ts';
import { chartNumber } from './chart-number.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../xml/xml-element.ts';

/** Points of a series and series of a chart; more are not read. */
const MAX_POINTS = 2_000;
const MAX_SERIES = 50;

interface Series {
  name: string;
  categories: ReadonlyMap<number, string>;
  values: ReadonlyMap<number, string>;
}

/** A chart part (`c:chartSpace`) as its title and a table of the values it was drawn from; '' when it has none. */
export function chartTable(root: XmlElement | undefined): string {
  const chart = childOf(root, 'c:chart');
  const title = drawnText(childOf(chart, 'c:title'));
  const plots = childOf(chart, 'c:plotArea')?.children ?? [];
  const series = plots
    .filter((plot): plot is XmlElement => typeof plot !== 'string')
    .flatMap((plot) => childrenOf(plot, 'c:ser'))
    .slice(0, MAX_SERIES)
    .map(readSeries);
  const heading = title === '' ? '' : `<p>${escapeText(title)}</p>`;
  return heading + (series.some(({ values }) => values.size > 0) ? toTable(series) : '');
}

function readSeries(series: XmlElement): Series {
  return {
    name: [...readPoints(childOf(series, 'c:tx')).values()].join(' '),
    categories: readPoints(childOf(series, 'c:cat') ?? childOf(series, 'c:xVal')),
    values: readPoints(childOf(series, 'c:val') ?? childOf(series, 'c:yVal')),
  };
}

/** The values that the file keeps of what the chart refers to, by index, as the chart shows them. */
function readPoints(source: XmlElement | undefined): Map<number, string> {
  const points = new Map<number, string>();
  const visit = (element: XmlElement): void => {
    const isNumeric = element.name === 'c:numCache' || element.name === 'c:numLit';
    const format = textOf(childOf(element, 'c:formatCode')).trim();
    for (const child of element.children) {
      if (typeof child === 'string' || points.size >= MAX_POINTS) continue;
      if (child.name === 'c:pt') {
        const text = textOf(childOf(child, 'c:v')).trim();
        points.set(
          Number(child.attributes['idx'] ?? points.size),
          isNumeric ? chartNumber(text, child.attributes['formatCode'] ?? format) : text,
        );
      } else if (child.name === 'c:v') {
        points.set(points.size, textOf(child).trim());
      } else {
        visit(child);
      }
    }
  };
  if (source !== undefined) visit(source);
  return points;
}

function toTable(series: readonly Series[]): string {
  const categories = series.find((one) => one.categories.size > 0)?.categories;
  const indexes = [...new Set(series.flatMap(({ values }) => [...values.keys()]))]
    .toSorted((one, other) => one - other)
    .slice(0, MAX_POINTS);
  const row = (cells: readonly string[], cell: 'th' | 'td'): string =>
    `<tr>${cells.map((text) => `<${cell}>${escapeText(text)}</${cell}>`).join('')}</tr>`;
  const isNamed = series.some(({ name }) => name !== '');
  const nameOf = ({ name }: Series, index: number): string =>
    // As Office calls them.
    name !== '' || (isNamed && series.length > 1) ? name : `Series ${index + 1}`;
  const head = row(['', ...series.map(nameOf)], 'th');
  const body = indexes.map((index) =>
    row(
      [categories?.get(index) ?? String(index + 1), ...series.map(({ values }) => values.get(index) ?? '')],
      'td',
    ),
  );
  return `<table><thead>${head}</thead><tbody>${body.join('')}</tbody></table>`;
}

/** Text of DrawingML: its paragraphs in one line. */
function drawnText(element: XmlElement | undefined): string {
  if (element === undefined) return '';
  const texts: string[] = [];
  const visit = (parent: XmlElement): void => {
    for (const child of parent.children) {
      if (typeof child === 'string') continue;
      if (child.name === 'a:t' || child.name === 'c:v') texts.push(textOf(child));
      else visit(child);
      if (child.name === 'a:p') texts.push(' ');
    }
  };
  visit(element);
  return texts.join('').replace(/\s+/g, ' ').trim();
}
