import { Type } from 'typebox';
import { includedMax, operators, queryLimits } from '../../core/vocabulary.ts';
import { contentItemSchema, expansionMembers } from './content-schemas.ts';
import { byId, optionalFields } from './schema.ts';

/** A whole item, or the members that `fields` names. */
export const queriedItemSchema = Type.Object(
  {
    ...optionalFields(contentItemSchema.properties),
    id: contentItemSchema.properties.id,
  },
  { title: 'QueriedItem' },
);

/** What a read with `expand` adds beside `data`. With `fields`, included items may lack members, too. */
export const selectedExpansionMembers = {
  ...expansionMembers,
  included: Type.Optional(
    byId(queriedItemSchema, {
      description: `Only with \`expand\`: the items to which the fields and the links in texts refer, by id. At most ${includedMax}.`,
    }),
  ),
};

const operatorNames = operators.map((name) => `\`${name}\``).join(', ');

export const whereParameter = Type.Optional(
  Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: `Up to ${queryLimits.conditions} conditions, each a parameter of its own: \`where[data.price][gte]=10\`. The members of the object are the names without \`where\`: \`[data.price][gte]\`. A client that puts names of members in brackets sends \`where[[data.price][gte]]=10\`, which means the same. The operators are ${operatorNames}.`,
  }),
);

export const fieldsParameter = Type.Optional(
  Type.String({
    description:
      'The members to return, separated by commas: `title,data.price`. `id` is always returned. Default: all. With `expand`, members of included items and fields of their `data` follow its path: `title,author.name`. Included items that no path names are whole.',
  }),
);
