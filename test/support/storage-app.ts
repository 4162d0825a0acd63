/** A page that writes one of everything that a browser stores (`login`); what its first script found is in `found`. */
export const APP = `<!doctype html><title>app</title><script>
window.found = { cookie: document.cookie, token: localStorage.getItem('token'), session: sessionStorage.getItem('s') };
const open = (name, version, upgrade) => new Promise((resolve, reject) => {
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () => upgrade(request.result, request.transaction);
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
const done = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = () => reject(request.error) });
window.login = async (user) => {
  localStorage.setItem('token', user + ' \\ud800\\u0000');
  sessionStorage.setItem('s', 'only here');
  const db = await open('app "1"', 7, (made) => {
    const users = made.createObjectStore('users', { keyPath: 'profile.id', autoIncrement: true });
    users.createIndex('by mail', ['mail', 'age'], { unique: true });
    users.createIndex('tags', 'tags', { multiEntry: true });
    made.createObjectStore('plain');
    made.createObjectStore('empty', { keyPath: null, autoIncrement: true });
  });
  const work = db.transaction(['users', 'plain'], 'readwrite');
  work.objectStore('users').put({ profile: { id: 5 }, mail: 'a@b', age: 3, tags: ['x', 'y'], since: new Date(5), seen: new Map([[1, new Set([2n])]]) });
  work.objectStore('users').put({ mail: 'c@d', age: 4, tags: [] });
  const circle = { name: 'circle', nothing: undefined }; circle.self = circle;
  work.objectStore('plain').put(circle, [1, new Date(9), new Uint8Array([1, 2]).buffer]);
  work.objectStore('plain').put(new Blob([user], { type: 'a/b' }), 'blob');
  for (let index = 0; index < 250; index++) work.objectStore('plain').put({ index, bytes: new Uint8Array([index]) }, index);
  await new Promise((resolve) => { work.oncomplete = resolve });
  db.close();
  return 'logged in';
};
window.look = async () => {
  const databases = await indexedDB.databases();
  const db = await open('app "1"', undefined, (_, transaction) => transaction.abort());
  const work = db.transaction(['users', 'plain', 'empty'], 'readonly');
  const users = work.objectStore('users'), plain = work.objectStore('plain'), empty = work.objectStore('empty');
  const first = await done(users.index('by mail').get(['a@b', 3]));
  const circle = await done(plain.get([1, new Date(9), new Uint8Array([1, 2]).buffer]));
  const blob = await done(plain.get('blob'));
  const facts = {
    databases, version: db.version,
    keyPath: users.keyPath, autoIncrement: [users.autoIncrement, plain.autoIncrement, empty.autoIncrement], none: plain.keyPath,
    unique: users.index('by mail').unique, multiEntry: users.index('tags').multiEntry,
    users: await done(users.getAllKeys()), plain: await done(plain.count()),
    byTag: (await done(users.index('tags').getAll('y'))).length,
    since: first.since.getTime(), seen: [...first.seen.get(1)].map(String),
    isCircle: circle.self === circle && 'nothing' in circle,
    last: (await done(plain.get(249))).bytes[0],
  };
  facts.blob = [blob.type, await blob.text()];
  db.close();
  return JSON.stringify(facts);
};
</script>`;

/** What `look()` tells after `login('ann')`. */
export const APP_FACTS = {
  databases: [{ name: 'app "1"', version: 7 }],
  version: 7,
  keyPath: 'profile.id',
  autoIncrement: [true, false, true],
  none: null,
  unique: true,
  multiEntry: true,
  users: [5, 6],
  plain: 252,
  byTag: 1,
  since: 5,
  seen: ['2'],
  isCircle: true,
  last: 249,
  blob: ['a/b', 'ann'],
};
