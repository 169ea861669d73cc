import { Type, type Static } from 'typebox';
import { savedViewLimits } from '../../core/vocabulary.ts';
import { authorSchema } from './content-schemas.ts';
import { byId, idSchema, nullable, timeSchema, titled } from './schema.ts';

const { name, parameters, parameterName, parameterValue, query } = savedViewLimits;

/** What a view says, as requests and responses have it. */
export const viewFields = {
  name: Type.String({ description: `1 to ${name} characters, without control characters.` }),
  query: byId(Type.String(), {
    description: `What the list has in its URL, by parameter. At most ${parameters} members, with names of 1 to ${parameterName} characters and values of up to ${parameterValue}, in all ${query} bytes as JSON. Not interpreted.`,
  }),
  shared: Type.Boolean({ description: 'Whether all users see it. Otherwise only the owner does.' }),
};

export const savedViewSchema = titled('SavedView', {
  id: idSchema,
  ...viewFields,
  owner: nullable(titled('ViewOwner', authorSchema.properties), {
    description: 'Null when the account was deleted.',
  }),
  created_at: timeSchema,
  updated_at: timeSchema,
});

export type SavedViewDto = Static<typeof savedViewSchema>;
