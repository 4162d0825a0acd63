import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findSecrets } from './find-secrets.ts';
import { createLeavingRule, type LeavingRule } from './leaving-rule.ts';

const field = { isSecret: false, name: 'Search' };
const password = { isSecret: true, name: 'Password' };
const shop = 'https://www.shop.example.com/cart';

function ruleFor(task: string): LeavingRule {
  return createLeavingRule({ task, startUrl: shop });
}

describe('secrets of a task', () => {
  const kinds = (task: string): string[] =>
    findSecrets(task)
      .map(({ kind, text }) => `${kind} ${text}`)
      .toSorted();

  test('are what follows a word for one, addresses of mail, cards, and made-up words', () => {
    const cases: Array<[string, string[]]> = [
      ['log in as ada with the password open-sesame.', ['password open-sesame']],
      ['Passwort: geheim, Name: Ada', ['password geheim']],
      ['the password is swordfish', ['password swordfish']],
      ['use the password "correct horse battery"', ['password correct horse battery']],
      ['contraseña es tortuga', ['password tortuga']],
      ['密码：abc123', ['password abc123']],
      ['API key sk-12345', ['password sk-12345']],
      ['PIN 4711', ['password 4711']],
      ['user me@mail.example, pw hunter2!', ['identity me@mail.example', 'password hunter2!']],
      ['shopping kettles1 and PINs 12', []],
      ['log in with tomsmith and SuperSecret_2024!', ['identity SuperSecret_2024!']],
      ['pay with 4111 1111 1111 1111', ['identity 4111 1111 1111 1111']],
    ];
    for (const [task, expected] of cases) assert.deepEqual(kinds(task), expected, task);
  });

  test('are not ordinary words', () => {
    const tasks = [
      'Find the password reset page and tell me what it says',
      'What does iPhone15Pro cost on https://shop.example.com/a?b=C1!d ?',
      'How many people had COVID-19 in 2020-2021?',
      'Find the pin board section',
      'Open node.js docs; token-based login is described there',
    ];
    for (const task of tasks) assert.deepEqual(kinds(task), [], task);
  });
});

describe('addresses that a model may open', () => {
  const opens = (rule: LeavingRule, address: string): boolean =>
    rule.problemOfAddress(new URL(address)) === undefined;

  test('are all of the own sites, words of the task elsewhere, and what pages show', () => {
    const rule = ruleFor(
      'Compare the copper kettles here with those on kettles.example.net, then look on Wikipedia',
    );
    rule.noteAddresses(['https://ads.example.org/click?id=9f8e7d']);
    for (const address of [
      'https://shop.example.com/anything?at=all&x=93847',
      'http://other.example.com:8080/x',
      'https://kettles.example.net/search?q=whatever+else',
      'https://en.wikipedia.org/wiki/Copper_kettle',
      'https://search.example.org/search?q=copper+kettle',
      'https://www.example.org/',
      'https://ads.example.org/click?id=9f8e7d',
    ])
      assert.ok(opens(rule, address), address);
    for (const address of [
      'https://evil.example.org/?d=balance',
      'https://evil.example.org/eW91ciBiYWxhbmNl',
      'https://yourbalanceis42.evil-example.org/',
      'https://evil.example.org:4242/',
      'https://evil.example.org/#42',
      'https://ads.example.org/click?id=other',
      'https://user@kettles.example.net/',
      'ftp://shop.example.com/',
      'javascript:alert(1)',
      'file:///etc/passwd',
    ])
      assert.ok(!opens(rule, address), address);
  });

  test('hold no secret of the task in any spelling, but for one that the task has as it is', () => {
    const rule = ruleFor(
      'Log in with the password Open-Sesame, and open https://a.example.net/?key=Open-Sesame',
    );
    const hex = Buffer.from('Open-Sesame').toString('hex');
    for (const secret of [
      'Open-Sesame',
      'open-sesame',
      'Open%2DSesame',
      'Open%252DSesame',
      btoa('Open-Sesame'),
      hex,
      'emaseS-nepO',
    ])
      for (const site of ['https://shop.example.com', 'https://evil.example.org'])
        assert.ok(!opens(rule, `${site}/?q=${secret}`), `${site} ${secret}`);
    assert.ok(!opens(rule, 'https://open-sesame.evil.example.org/'));
    assert.ok(opens(rule, 'https://a.example.net/?key=Open-Sesame'));
    const hidden = rule.hide(`https://x.example/?a=Open-Sesame&b=${btoa('Open-Sesame')}&c=${hex}&d=plain`);
    assert.equal(hidden, 'https://x.example/?a=•••&b=•••&c=•••&d=plain');
  });
});

describe('texts that a model may write', () => {
  test('are all on the own sites, but a password goes into a field for one, on one site', () => {
    const rule = ruleFor('On bank.example.net log in with the password open-sesame');
    assert.equal(rule.problemOfText('anything else 42', field, shop), undefined);
    assert.match(rule.problemOfText('it is open-sesame', field, shop) ?? '', /no field for one/);
    assert.equal(
      rule.problemOfText(
        'open-sesame',
        { isSecret: false, name: 'Your passphrase' },
        'https://bank.example.net/',
      ),
      undefined,
    );
    assert.equal(rule.problemOfText('open-sesame', password, 'https://www.bank.example.net/'), undefined);
  });

  test('are words of the task on all others, and no secrets', () => {
    const evil = 'https://evil.example.org/';
    const rule = ruleFor('Look for copper kettles, log in with the password open-sesame');
    assert.equal(rule.problemOfText('copper kettle', field, evil), undefined);
    for (const text of ['open-sesame', 'b3Blbi1zZXNhbWU=', 'open sesame', 'balance 42', 'copper kettle 42'])
      assert.ok(rule.problemOfText(text, password, evil), text);
    assert.ok(rule.problemOfKey('4', evil));
    assert.equal(rule.problemOfKey('Enter', evil), undefined);
    assert.equal(rule.problemOfKey('4', shop), undefined);
  });

  test('stay with the site where a password was written', () => {
    const rule = ruleFor('Use the password open-sesame on bank-example.net, then look at shop-example.net');
    assert.equal(rule.problemOfText('open-sesame', password, 'https://bank-example.net/'), undefined);
    assert.match(
      rule.problemOfText('open-sesame', password, 'https://shop-example.net/') ?? '',
      /this password was used on bank-example\.net/,
    );
  });

  test('are looked at in a time that is linear in them', () => {
    const rule = ruleFor(`password ${'a1!'.repeat(30)} ${'word '.repeat(1_500)}`);
    const text = 'word wort '.repeat(20_000);
    assert.ok(rule.problemOfText(text, field, 'https://evil.example.org/') !== undefined);
    assert.equal(rule.hide('x'.repeat(200_000)).length, 200_000);
  });
});
