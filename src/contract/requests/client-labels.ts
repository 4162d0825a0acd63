import { z } from 'zod';

const label = z.string().nullish();

/** Labels that client packages put into every JSON body (wire contract 3.2): who asks, and from within what. */
export const clientLabelsShape = {
  origin: label.meta({ description: 'Label of the client that asks.' }),
  integration: label.meta({ description: 'Label of the product that the client is part of.' }),
};
