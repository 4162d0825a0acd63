import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { prescan } from './prescan.ts';

/** Beginnings of pages, and the encoding that each declares. */
const PAGES: ReadonlyArray<readonly [page: string, encoding: string | undefined]> = [
  ['<meta charset="iso-8859-2">', 'iso-8859-2'],
  ["<META CHARSET = 'KOI8-R' />", 'koi8-r'],
  ['<meta charset=gb2312>', 'gbk'],
  ['<meta/charset=big5>', 'big5'],
  ['<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">', 'shift_jis'],
  ['<meta content="text/html; charset=shift_jis" http-equiv=content-type>', 'shift_jis'],
  ['<meta content="text/html; charset=\'euc-kr\'" http-equiv=content-type>', 'euc-kr'],
  ['<meta content="text/html; charset=shift_jis">', undefined],
  ['<meta http-equiv=refresh content="0; charset=shift_jis">', undefined],
  ['<meta http-equiv=content-type content="text/html; charset">', undefined],
  ['<meta charset=nonsense><meta charset=utf-8>', 'utf-8'],
  ['<meta charset=utf-16le>', 'utf-8'],
  ['<meta charset=x-user-defined>', 'windows-1252'],
  ['<meta name=a charset=koi8-r charset=big5>', 'koi8-r'],
  ['<!-- <meta charset=koi8-r> --><meta charset=big5>', 'big5'],
  ['<!--><meta charset=koi8-r>', 'koi8-r'],
  ['<p title="<meta charset=koi8-r>"><meta charset=big5>', 'big5'],
  ['<?php "<" ?><!foo><meta charset=big5>', 'big5'],
  ['</p title=">"><meta charset=big5>', 'big5'],
  ['<metadata charset=koi8-r>', undefined],
  ['< meta charset=koi8-r>', undefined],
  ['<meta charset=koi8-r', undefined],
  ['<meta charset=iso-8859-1', undefined],
  ['<?xml version="1.0" encoding="iso-8859-5"?><p>', 'iso-8859-5'],
  ["<?xml encoding='iso-8859-5'?><meta charset=koi8-r>", 'koi8-r'],
  ['<?xml version="1.0" encoding="utf-16"?>', 'utf-8'],
  [' <?xml version="1.0" encoding="iso-8859-5"?>', undefined],
  ['', undefined],
];

describe('prescan', () => {
  it('finds what a page declares of itself', () => {
    for (const [page, encoding] of PAGES)
      assert.equal(prescan(Buffer.from(page, 'latin1'), 1024), encoding, page);
  });

  it('looks no further than it is told', () => {
    const page = Buffer.from(`${' '.repeat(2000)}<meta charset=koi8-r>`, 'latin1');
    assert.equal(prescan(page, 1024), undefined);
    assert.equal(prescan(page, 4096), 'koi8-r');
    const cut = Buffer.from('<meta charset=iso-8859-15>');
    assert.equal(prescan(cut, cut.indexOf('5>')), undefined);
  });
});
