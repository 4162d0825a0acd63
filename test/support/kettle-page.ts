import type { AskedModel, ModelAnswer } from './model-server.ts';

/** A page of a shop. */
export const KETTLE = `<title>Copper kettle – Acme</title><nav><a href="/">Home</a></nav><main><h1>Copper kettle</h1>
  <p>The copper kettle from Acme holds two litres of water and boils them within four minutes on any stove.</p>
  <p>We deliver it within three working days to every address in the country, free of charge above fifty euros.</p>
  <p>It costs <b>49,90 €</b> and is on sale since 3 May 2024. Ask <a href="/maker">its maker</a> for more.</p>
  <h2>Care</h2><p>Wipe the kettle with a soft cloth and never put it into the dishwasher, or the copper turns dull.</p></main>`;
/** What it states. */
export const KETTLE_SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    since: { type: 'string', format: 'date' },
    maker: { type: 'string', format: 'uri' },
  },
  required: ['name', 'price'],
};

/** Answers each kind of question about it rightly. */
export function knowKettle({ members, page }: AskedModel): ModelAnswer {
  if (members.includes('summary')) return { value: { summary: 'A kettle of copper by Acme.' } };
  const dishwasher = Number(/\[(\d+)\] Wipe/.exec(page)?.[1]);
  if (members.includes('answer')) return { value: { answer: 'No, never.', passages: [dishwasher] } };
  if (members.includes('passages')) return { value: { passages: [dishwasher] } };
  const maker = /\[its maker\]\(([^)]+)\)/.exec(page)?.[1] ?? null;
  return { value: { name: 'Copper kettle', price: 49.9, since: '2024-05-03', maker } };
}
