import { Type } from 'typebox';
import { mediaTotalMax } from '../../core/vocabulary.ts';
import { listMetaSchema } from './envelope.ts';
import { titled } from './schema.ts';

export const mediaListMetaSchema = titled('MediaListMeta', {
  ...listMetaSchema.properties,
  total: Type.Optional(
    Type.Integer({
      description: `With \`total=true\`: the number of files on all pages, up to ${mediaTotalMax}.`,
    }),
  ),
  totalIsLowerBound: Type.Optional(
    Type.Boolean({ description: 'True if there are more files than `total`. Otherwise absent.' }),
  ),
});
