import { Type, type Static } from 'typebox';
import { schemaCheckLimits, second } from '../../core/vocabulary.ts';
import { issueSchema } from './envelope.ts';
import { idSchema, list, titled } from './schema.ts';

const failingItemSchema = titled('FailingItem', {
  id: idSchema,
  title: Type.String(),
  issues: list(issueSchema, { description: 'As a write of the item would return them.' }),
});

const missingFieldSchema = titled('MissingField', {
  path: Type.String({
    description: 'Such as `data.place.name`. A field of list entries has no index.',
  }),
  drafts: Type.Integer({ description: 'The number of checked drafts that lack the field.' }),
});

/** What a new schema would reject. */
export const schemaCheckSchema = titled('SchemaCheck', {
  checked: Type.Integer({ description: 'The number of items that were checked.' }),
  failing: Type.Integer({ description: 'The number of these that the schema rejects.' }),
  isComplete: Type.Boolean({
    description: `Whether all items were checked. False for more than ${schemaCheckLimits.items} items, and if the check took longer than ${schemaCheckLimits.ms / second} seconds.`,
  }),
  missing: list(missingFieldSchema, {
    description:
      'The fields that the schema requires and the current one does not, and that drafts lack. These drafts do not fail, but cannot be published.',
  }),
  examples: list(failingItemSchema, {
    description: `The newest items that the schema rejects, at most ${schemaCheckLimits.examples}.`,
  }),
});
export type SchemaCheckDto = Static<typeof schemaCheckSchema>;
