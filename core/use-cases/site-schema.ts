import type { Actor } from '../model/actor.ts';
import type { SchemaPlan, SiteSchema } from '../model/site/site-schema.ts';
import { planSchema } from '../site-schema/plan-schema.ts';
import { readSchema } from '../site-schema/read-schema.ts';
import type { SchemaFile } from '../site-schema/schema-file.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** The locales, collections, settings and plugins of the service as one value, which can be kept in a file. */
export interface SiteSchemaUseCases {
  /**
   * The site schema as of one moment. Equal services have equal ones, also as JSON.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`.
   */
  readonly read: (actor: Actor) => Promise<SiteSchema>;

  /**
   * What a file would change, and what is in the way. Changes nothing. Members that the file lacks stay as they are, and so do
   * collections that it does not name if it is partial. Items are looked at for ten seconds.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`; `invalid_input`, `invalid_schema`, `invalid_data` or
   *   `invalid_text` for a file that no service accepts.
   */
  readonly plan: (actor: Actor, file: SchemaFile) => Promise<SchemaPlan>;
}

export const siteSchemaUseCases = (dependencies: UseCaseDependencies): SiteSchemaUseCases => ({
  read: readSchema(dependencies),
  plan: planSchema(dependencies),
});
