import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStatusLine } from './status-line.ts';

/** A status line whose time passes when the test says so. */
function open(out: { isTTY?: boolean; columns?: number }) {
  const state = { time: 0, written: '', tick: () => {}, isTicking: true };
  const line = openStatusLine(
    { ...out, write: (text: string) => void (state.written += text) },
    {
      now: () => state.time,
      ticking: (tick) => {
        state.tick = tick;
        return { [Symbol.dispose]: () => void (state.isTicking = false) };
      },
    },
  );
  return {
    line,
    isTicking: () => state.isTicking,
    at(time: number): string {
      state.time = time;
      state.written = '';
      state.tick();
      return state.written;
    },
    written: () => state.written,
  };
}

test('the line says what is done and for how long, and goes without a trace', () => {
  const { line, at, written, isTicking } = open({ isTTY: true, columns: 40 });
  line.show('fetch a.example');
  assert.equal(at(100), '');
  assert.equal(at(1_900), '\r⠋ 1 s  fetch a.example\u001b[K');
  line.show(`convert\u001b]0;x\u0007${'y'.repeat(80)}`);
  const long = at(2_000);
  assert.match(long, /^\r⠙ 2 s {2}convert \]0;x y+/u);
  assert.equal(long.length, '\r'.length + 39 + '\u001b[K'.length);
  line.clear();
  assert.ok(written().endsWith('\r\u001b[K'));
  at(3_000);
  line[Symbol.dispose]();
  assert.ok(written().endsWith('\r\u001b[K'));
  assert.equal(isTicking(), false);
});

test('a command that is done at once shows no line, and a pipe gets none', () => {
  const quick = open({ isTTY: true });
  quick.line.show('fetch');
  quick.at(200);
  quick.line[Symbol.dispose]();
  assert.equal(quick.written(), '');
  const piped = open({});
  piped.line.show('fetch');
  assert.equal(piped.at(60_000), '');
});
