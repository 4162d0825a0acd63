import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  BOLD,
  layoutFacts,
  LayoutPage,
  MONO,
  prose,
} from '../../../../../test/support/documents/layout-page.ts';
import { layoutPages } from '../layout-pages.ts';

const ITALIC = { name: 'Body-Italic', isBold: false, isItalic: true, isMonospaced: false };

function htmlOf({ page }: LayoutPage): string {
  return layoutPages([page], layoutFacts())[0]?.html ?? '';
}

describe('isHeading', () => {
  it('does not take the day below a title for a heading', () => {
    for (const day of [
      '15. Oktober 2020',
      'July 4, 2019',
      '2021-06-30',
      '2016 年 3 月 20 日',
      '3rd May 2012',
    ]) {
      const page = new LayoutPage();
      page.line('A report about trees', 60, 60, { size: 20 }).line(day, 60, 90, { size: 14 });
      page.lines(prose(6), 60, 120);
      assert.deepEqual(htmlOf(page).match(/<h\d>[^<]*/g), ['<h1>A report about trees']);
    }
  });

  it('takes a title over many lines of large type as one heading', () => {
    const page = new LayoutPage();
    for (const [index, line] of [
      'Some trees',
      'and shrubs',
      'that stand',
      'in parks',
      'and woods',
      'of 2025',
    ].entries()) {
      page.line(line, 60, 80 + index * 30, { size: 26 });
    }
    page.lines(prose(12), 60, 270);
    assert.match(htmlOf(page), /^<h1>Some trees and shrubs that stand in parks and woods of 2025<\/h1>/);
  });

  it('leaves a sentence in large italics that was taken out of the text', () => {
    const page = new LayoutPage();
    page.lines(prose(8), 60, 80);
    for (const [index, line] of ['Words to be', 'seen twice in', 'one article'].entries()) {
      page.line(line, 60, 190 + index * 18, { size: 15, font: ITALIC });
    }
    page.lines(prose(8), 60, 250);
    assert.doesNotMatch(htmlOf(page), /<h\d>/);
  });

  it('writes an address in a monospaced font as text', () => {
    const page = new LayoutPage();
    page.lines(prose(6), 60, 80);
    page.line('oak@example.org', 60, 180, { font: MONO });
    page.lines(prose(6), 60, 220);
    assert.match(htmlOf(page), /<p>oak@example\.org<\/p>/);
  });

  it('takes neither labels of values, nor entries of contents, nor words above remarks', () => {
    const form = new LayoutPage();
    form.lines(prose(6), 60, 80);
    for (const [index, label] of ['Client', 'Project', 'Town'].entries()) {
      form.line(label, 60, 152 + index * 24, { font: BOLD }).line('Acme', 60, 164 + index * 24);
    }
    assert.doesNotMatch(htmlOf(form), /<h\d>/);
    const contents = new LayoutPage();
    contents.line('1 Of oaks', 60, 80, { font: BOLD }).line('17', 400, 80, { font: BOLD });
    contents.lines(prose(6), 60, 110);
    assert.doesNotMatch(htmlOf(contents), /<h\d>/);
    const remark = new LayoutPage();
    remark.lines(prose(6), 60, 80);
    remark.line('Note', 60, 170, { font: BOLD });
    remark.lines(prose(6), 60, 186);
    assert.doesNotMatch(htmlOf(remark), /<h\d>/);
  });
});
