import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { colour, htmlOf, tableOf } from '../../../../../test/support/documents/laid-out-tables.ts';
import { LayoutPage, prose } from '../../../../../test/support/documents/layout-page.ts';

describe('labels in the middle of several rows', () => {
  it('sets a label that stands in the middle of rows between two rules beside the first of them', () => {
    const page = new LayoutPage();
    page.lines(prose(4), 60, 60);
    page.horizontal(118, 60, 320).horizontal(192, 60, 320).horizontal(236, 60, 320);
    page.line('Days', 62, 114).line('Quay', 182, 114).line('Mill', 262, 114);
    for (let row = 0; row < 7; row++) {
      const y = 132 + row * 16 + (row > 3 ? 8 : 0);
      page.line(`0${row + 2}:10`, 182, y).line(`0${row + 2}:45`, 262, y);
    }
    page.line('Weekdays', 62, 156).line('Sunday', 62, 220);
    assert.deepEqual(tableOf(htmlOf(page)), [
      'th Days | th Quay | th Mill',
      'Weekdays | 02:10 | 02:45',
      ' | 03:10 | 03:45',
      ' | 04:10 | 04:45',
      ' | 05:10 | 05:45',
      'Sunday | 06:10 | 06:45',
      ' | 07:10 | 07:45',
      ' | 08:10 | 08:45',
    ]);
  });

  it('keeps a coloured table whole where a label stands beside two lines', () => {
    const page = new LayoutPage();
    page.lines(prose(4), 60, 60);
    for (const y of [110, 150, 202]) colour(page, { left: 60, right: 360, top: y, bottom: y + 20 });
    page.line('Flow', 65, 124).line('12 l', 200, 124).line('Head', 65, 144).line('45 m', 200, 144);
    page.line('Power', 65, 164).line('1 kW', 200, 164).line('Weight', 65, 216).line('18 kg', 200, 216);
    page.line('Inlet of brass', 200, 183).line('Outlet of brass', 200, 195).line('Joints', 65, 189);
    assert.equal(htmlOf(page).match(/<table/g)?.length, 1);
    assert.match(htmlOf(page), /Joints<\/td><td>Inlet of brass Outlet of brass/);
  });
});
