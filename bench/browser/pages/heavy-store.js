/**
 * Sent to the page as text: a store on the framework. Starts every module of the bundle, fetches five times, renders after
 * each answer, and says so when all cards with their pictures are there.
 */
export function startStore({ h, render }, createViews, bundle, cardCount) {
  const library = bundle.map((start) => {
    const exports = {};
    start(exports);
    return exports;
  });
  const state = { products: [], prices: new Map(), reviews: new Map(), user: undefined, loaded: 0 };
  const { Store } = createViews(h, library, setState);

  function setState(change) {
    Object.assign(state, change);
    render(() => h(Store, { ...state }), onRendered);
  }

  async function fetchInto(name, change) {
    const answer = await fetch(`${location.pathname}/${name}.json`);
    const data = await answer.json();
    setState({ ...change(data), loaded: state.loaded + 1 });
  }

  const byId = (entries) => new Map(entries.map((entry) => [entry.id, entry]));
  const addProducts = (more) => ({ products: [...state.products, ...more].toSorted((a, b) => a.id - b.id) });
  const fetched = Promise.all([
    fetchInto('user', (user) => ({ user })),
    fetchInto('products-1', addProducts),
    fetchInto('products-2', addProducts),
    fetchInto('prices', (prices) => ({ prices: byId(prices) })),
    fetchInto('reviews', (reviews) => ({ reviews: byId(reviews) })),
  ]);

  function onRendered() {
    // As applications do that measure where their cards are.
    const tops = [...document.querySelectorAll('.card')].map((card) => card.getBoundingClientRect().top);
    if (state.loaded === 5 && tops.length === cardCount) void finish();
  }

  async function finish() {
    await fetched;
    const loading = [...document.images].filter(({ complete }) => !complete);
    await Promise.all(
      loading.map(
        (image) =>
          new Promise((resolve) => {
            image.addEventListener('load', resolve);
            image.addEventListener('error', resolve);
          }),
      ),
    );
    document.getElementById('root').dataset.shown = '';
    window.isShown = true;
    window.dispatchEvent(new Event('shown'));
  }

  setState({});
}

/** Sent beside it: the components of the store. */
export function createStoreViews(h, library, setState) {
  function Store({ products, prices, reviews, user }) {
    const buttons = ['all', 'boats', 'nets', 'oars'].map((name) =>
      h('button', { key: name, onclick: () => setState({ filter: name }) }, name),
    );
    const cards = products.map((product) => {
      const { id } = product;
      return h(Card, { key: id, product, price: prices.get(id), review: reviews.get(id) });
    });
    return h(
      'div',
      { class: 'app' },
      h('header', {}, h('h1', {}, 'Harbour store'), h('p', {}, user ? `Hello ${user.name}` : 'Loading…')),
      h('nav', {}, buttons),
      h('main', { class: 'grid' }, cards),
    );
  }

  function Card({ product, price, review }) {
    const { id, name, image, text } = product;
    const { format } = library[id % library.length];
    return h(
      'article',
      { class: 'card', 'data-id': id },
      h('img', { src: image, alt: name, width: 96, height: 96 }),
      h('h2', {}, h('a', { href: `#product-${id}` }, name)),
      h('p', { class: 'text' }, text),
      h('span', { class: price ? 'price' : 'price empty' }, price ? format(price) : '–'),
      h('span', { class: 'stars' }, review ? `${review.stars} of 5 (${review.count})` : ''),
      h('button', { class: 'buy', onclick: () => setState({ filter: name }) }, 'Buy'),
    );
  }

  return { Store };
}
