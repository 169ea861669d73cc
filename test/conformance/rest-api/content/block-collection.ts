import type { JsonObject } from '../../../../core/vocabulary.ts';
import { expectStatus, type Caller } from '../rest-world.ts';

/** A block of {@link createBlockCollection}. */
export const quote = (id: string, text = id): JsonObject => ({ type: 'quote', id, text });

/** Creates a collection with the field `sections` of at most four blocks of the type `quote`. @returns its name. */
export const createBlockCollection = async (caller: Caller): Promise<string> => {
  const blocks = { quote: { properties: { text: { type: 'string' } } } };
  const sections = { type: 'blocks', maxItems: 4, blocks };
  const schema = { type: 'object', properties: { sections } };
  const body = { name: 'landing', displayName: 'Landing', schema };
  expectStatus(await caller.post('/api/collections', body), 201);
  return body.name;
};
