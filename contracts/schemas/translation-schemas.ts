import { Type, type Static } from 'typebox';
import { memberStates, workStates } from '../../core/vocabulary.ts';
import { contentStatusSchema } from './content-schemas.ts';
import { choice, idSchema, list, timeSchema, titled } from './schema.ts';

const sourceSchema = Type.Object({ id: idSchema, version: Type.Integer() });

export const translationSchema = titled('Translation', {
  locale: Type.String(),
  state: Type.Optional(
    choice([...memberStates, 'missing'], {
      description:
        'Only for users. `source`: made from no item, or from one that is not in the group any more. `outdated`: the source has other texts than the version from which it was made; otherwise `current`. `missing`: there is no translation in this locale.',
    }),
  ),
  id: Type.Optional(idSchema),
  title: Type.Optional(Type.String()),
  slug: Type.Optional(Type.String()),
  status: Type.Optional(contentStatusSchema),
  updated_at: Type.Optional(timeSchema),
  source: Type.Optional({
    ...sourceSchema,
    description: 'Only for users: the item and the version from which it was made.',
  }),
  changed: Type.Optional(
    list(Type.String(), {
      description:
        'Only if it is outdated: in which paths the source has changed since, such as `title` or `data.content`.',
    }),
  ),
});
export type TranslationDto = Static<typeof translationSchema>;

export const translationWorkSchema = titled('TranslationWork', {
  group: idSchema,
  locale: Type.String({ description: 'The requested locale.' }),
  state: choice(workStates),
  collectionId: idSchema,
  id: Type.Optional({ ...idSchema, description: 'Of the outdated translation.' }),
  title: Type.String({
    description: 'Of the outdated translation; of the item to translate, if it is missing.',
  }),
  source: {
    ...sourceSchema,
    description:
      'What the outdated translation was made from; the item to translate in its present version, if it is missing.',
  },
});
export type TranslationWorkDto = Static<typeof translationWorkSchema>;
