import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTrapDetector, describeTrap, type TrapDetector } from './traps.ts';

const detector = (): TrapDetector => createTrapDetector({ now: new Date('2026-11-20T00:00:00Z') });

/** How many of the URLs may be crawled. */
function admitted(urls: Iterable<string>, traps = detector()): number {
  let count = 0;
  for (const url of urls) if (traps.take(new URL(url, 'https://example.com')) === undefined) count += 1;
  return count;
}

const list = (length: number, toUrl: (index: number) => string): string[] =>
  Array.from({ length }, (_, index) => toUrl(index));
const month = (index: number, separator: string): string =>
  `${2026 + Math.floor(index / 12)}${separator}${String((index % 12) + 1).padStart(2, '0')}`;

describe('traps: calendars end below 50 pages', () => {
  const calendars: Record<string, (index: number) => string> = {
    'months as folders': (index) => `/calendar/${month(index, '/')}/`,
    'months back in time': (index) => `/calendar/${2026 - Math.floor(index / 12)}/${(index % 12) + 1}`,
    'days below a language': (index) => `/en/event-calendar/${month(index, '-')}-17`,
    'days and months of one calendar': (index) => `/calendar/${month(index, '/')}${index % 2 ? '/05' : ''}`,
    'a view besides': (index) => `/kalender/month/${month(index, '-')}?view=grid`,
    'events by month': (index) => `/events/${month(index, '-')}`,
    'events by date in the query': (index) => `/events?tribe-bar-date=${month(index, '-')}-01`,
    'month and year in the query': (index) => `/cal?y=${2026 + Math.floor(index / 12)}&m=${(index % 12) + 1}`,
    'months counted from today': (index) => `/calendar?month=${index - 300}`,
    'a script': (index) => `/calendar.php?month=${month(index, '')}`,
    'a running number': (index) => `/calendar/${index}`,
    'a running number in the query': (index) => `/calendar?offset=${index}`,
    'a calendar a user': (index) => `/user/${index % 9}/calendar/${month(index, '/')}`,
  };
  for (const [name, toUrl] of Object.entries(calendars)) {
    it(name, () => {
      const count = admitted(list(600, toUrl));
      assert.ok(count >= 20 && count < 50, String(count));
    });
  }

  it('without a name, when they lead into the future', () => {
    const count = admitted(list(600, (index) => `/rooms/7/${month(index, '/')}`));
    // The rest of this year and all of the next are no future yet.
    assert.equal(count, 24 + 40);
    assert.equal(admitted(list(600, (index) => `/rooms?date=${month(index, '-')}-05`)), 24 + 40);
  });
});

describe('traps: what is none', () => {
  const fine: Record<string, (index: number) => string> = {
    'numbered pages': (index) => `/product/${index}`,
    'numbers in a query': (index) => `/index.php?option=content&view=article&id=${index}&item=5`,
    'pages of a list': (index) => `/list?sort=price&color=red&page=${index}`,
    'topics of a forum over several pages': (index) =>
      `/viewtopic?f=3&t=${Math.floor(index / 4)}&start=${(index % 4) * 20}`,
    'articles below dates': (index) => `/2024/05/17/article-${index}`,
    'articles below a calendar': (index) => `/calendar/2026/11/22/concert-${index}`,
    'events by number': (index) => `/events/${index}`,
    'events by number in a query': (index) => `/events?id=${index}`,
    'a decade of archives by day': (index) =>
      `/news/${2010 + Math.floor(index / 336)}/${(Math.floor(index / 28) % 12) + 1}/${(index % 28) + 1}`,
    'numbers that look like months': (index) => `/product/${200_000 + index}`,
    'numbers that repeat': (index) => `/1/1/1/1/${index}`,
    'names that repeat once': (index) => `/rails/rails/issues/${index}`,
    'films by year': (index) => `/films-${index}?year=1950`,
  };
  for (const [name, toUrl] of Object.entries(fine)) {
    it(name, () => {
      const traps = detector();
      assert.equal(admitted(list(3_000, toUrl), traps), 3_000);
      assert.deepEqual(traps.traps, []);
    });
  }
});

describe('traps: paths and queries', () => {
  it('a path that repeats itself', () => {
    const traps = detector();
    const count = admitted(
      list(100, (index) => `/shop${'/news/item'.repeat(index)}`),
      traps,
    );
    assert.ok(count < 30, String(count));
    assert.equal(traps.traps[0]?.kind, 'repeating path');
  });

  it('every mixture of a few relative links', () => {
    const names = ['a', 'b', 'c'];
    const paths = ['/'];
    for (let at = 0; paths.length < 20_000; at += 1)
      for (const name of names) paths.push(`${paths[at]}${name}/`);
    const count = admitted(paths);
    assert.ok(count < 1_500, String(count));
  });

  it('a very deep path', () => {
    const deep = list(500, (index) => `/${list(21, (depth) => `level-${depth}-${index}`).join('/')}`);
    assert.equal(admitted(deep), 100);
    assert.equal(
      admitted(list(500, (index) => `/${list(20, (depth) => `level-${depth}-${index}`).join('/')}`)),
      500,
    );
  });

  it('one page under many session ids, but not many pages under one', () => {
    const id = (index: number): string => `${index}0123456789abcdef`;
    assert.equal(admitted(list(100, (index) => `/a?sid=${id(index)}`)), 3);
    assert.equal(admitted(list(100, (index) => `/a;jsessionid=${index}?b=1`)), 3);
    assert.equal(admitted(list(100, (index) => `/(S(abc${index}))/a`)), 3);
    assert.equal(admitted(list(100, (index) => `/page-${index}?PHPSESSID=1`)), 100);
    assert.equal(admitted(list(100, (index) => `/a?b=${index}&PHPSESSID=1`)), 100);
  });

  it('a query that repeats itself', () => {
    const count = admitted(list(100, (index) => `/a?x=1${'&lang=en'.repeat(index)}`));
    assert.ok(count <= 13, String(count));
  });

  it('filters that are only combined anew', () => {
    const filters = function* (): Generator<string> {
      for (let color = 0; color < 12; color += 1) {
        for (let size = 0; size < 12; size += 1) {
          for (let brand = 0; brand < 12; brand += 1) {
            yield `/shop/shoes?color=${color}&size=${size}&brand=${brand}`;
          }
        }
      }
    };
    const traps = detector();
    const count = admitted(filters(), traps);
    assert.ok(count > 200 && count <= 200 + 36, String(count));
    assert.equal(traps.traps[0]?.kind, 'parameter combinations');
  });

  it('a grid of two dimensions is crawled whole up to a thousand', () => {
    const grid = list(900, (index) => `/book?chapter=${index % 30}&verse=${Math.floor(index / 30)}`);
    assert.equal(admitted(grid), 900);
  });
});

describe('traps', () => {
  it('are counted for each host and folder apart', () => {
    const traps = detector();
    const calendar = (place: string): number =>
      admitted(
        list(100, (index) => `${place}/calendar/${month(index, '/')}`),
        traps,
      );
    assert.deepEqual(
      ['https://a.example', 'https://b.example', '/en', '/de'].map(calendar),
      [40, 40, 40, 40],
    );
  });

  it('are reported with pattern, reason and example', () => {
    const traps = detector();
    admitted(
      list(50, (index) => `/calendar/${month(index, '/')}`),
      traps,
    );
    assert.deepEqual(traps.traps, [
      {
        kind: 'calendar',
        pattern: 'example.com/calendar/<date>',
        limit: 40,
        refused: 10,
        example: 'https://example.com/calendar/2029/05',
      },
    ]);
    assert.deepEqual(traps.traps.map(describeTrap), [
      'example.com/calendar/<date>: dates go on without end; 40 such pages were crawled and 10 left out, such as ' +
        'https://example.com/calendar/2029/05',
    ]);
  });

  it('count a URL once, however often it is found', () => {
    const traps = detector();
    const urls = list(45, (index) => `/calendar/${index}`);
    for (let round = 0; round < 5; round += 1) assert.equal(admitted(urls, traps), 40);
    assert.equal(traps.traps[0]?.refused, 5);
  });

  it('name the sign on refusal', () => {
    const traps = detector();
    admitted(
      list(40, (index) => `/calendar/${index}`),
      traps,
    );
    assert.equal(traps.take(new URL('https://example.com/calendar/40'))?.kind, 'calendar');
  });

  it('give equal answers to equal input', () => {
    const urls = list(3_000, (index) => `/shop/${index % 7}?a=${index % 11}&b=${index % 13}&c=${index % 5}`);
    const answers = (): boolean[] => {
      const traps = detector();
      return urls.map((url) => traps.take(new URL(url, 'https://example.com')) === undefined);
    };
    assert.deepEqual(answers(), answers());
    assert.ok(answers().includes(false));
  });

  it('forget what was not seen for longest, never what is seen again', () => {
    const traps = createTrapDetector({ now: new Date('2026-11-20T00:00:00Z'), maxEntries: 50 });
    const mixed = list(4_000, (index) =>
      index % 2 ? `/calendar/${index}` : `/page-${index}?a=${index}&b=${index}`,
    );
    const calendarPages = mixed
      .filter((url) => traps.take(new URL(url, 'https://example.com')) === undefined)
      .filter((url) => url.startsWith('/calendar'));
    assert.equal(calendarPages.length, 40);
  });

  it('tell long URLs apart', () => {
    const long = 'x'.repeat(500);
    const urls = list(100, (index) => `/${long}-${index % 2 ? 'a' : 'b'}/calendar/${index}`);
    assert.equal(admitted(urls), 80);
  });

  it('report at most a hundred places', () => {
    const traps = detector();
    const urls = list(
      150 * 50,
      (index) => `/place-${'x'.repeat(index % 150)}/calendar/${Math.floor(index / 150)}`,
    );
    admitted(urls, traps);
    assert.equal(traps.traps.length, 100);
  });
});
