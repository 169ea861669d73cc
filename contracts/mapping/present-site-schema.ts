import type { SchemaPlan, SiteSchema } from '../../core/vocabulary.ts';
import type { SchemaPlanDto, SiteSchemaDto } from '../schemas/site-schema.ts';

/** The members of the core's record are those of the file, in its order. */
export const presentSiteSchema = (schema: SiteSchema): SiteSchemaDto => schema;

export const presentSchemaPlan = ({ digest, changes }: SchemaPlan): SchemaPlanDto => ({
  digest,
  changes: changes.map(({ path, change, effect, items, isLowerBound, code, examples, access }) => ({
    path,
    change,
    effect,
    ...(items !== undefined && { items }),
    ...(isLowerBound && { isLowerBound }),
    ...(code !== undefined && { code }),
    ...(examples !== undefined && {
      examples: examples.map(({ id, title, path: at, message }) => ({
        id,
        title,
        path: at,
        message,
      })),
    }),
    ...(access !== undefined && { access }),
  })),
});
