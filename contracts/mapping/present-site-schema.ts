import type { SiteSchema } from '../../core/vocabulary.ts';
import type { SiteSchemaDto } from '../schemas/site-schema.ts';

/** The members of the core's record are those of the file, in its order. */
export const presentSiteSchema = (schema: SiteSchema): SiteSchemaDto => schema;
