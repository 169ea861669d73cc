import { Type, type Static } from 'typebox';
import { grantedMax } from '../../core/vocabulary.ts';
import { roleSchema } from './account-schemas.ts';
import { boundedCountSchema } from './bounded-count.ts';
import { accessSchema } from './collection.ts';
import { idSchema, list, titled } from './schema.ts';

const grantedUserSchema = titled('GrantedUser', {
  id: idSchema,
  name: Type.String(),
  role: roleSchema,
});

const namedTokenSchema = titled('NamedToken', { id: idSchema, name: Type.String() });

export const accessReportSchema = titled('AccessReport', {
  access: accessSchema,
  items: boundedCountSchema,
  redirects: boundedCountSchema,
  referrers: boundedCountSchema,
  users: titled('CollectionReaders', {
    count: Type.Integer({
      description: 'The active accounts that see the collection if it is private.',
    }),
    granted: list(grantedUserSchema, {
      description: `Those of them that see it only because of a role in it, by name: at most ${grantedMax}.`,
    }),
  }),
  tokens: list(namedTokenSchema, {
    description: 'The API tokens that name the collection, without those that have expired.',
  }),
});
export type AccessReportDto = Static<typeof accessReportSchema>;
