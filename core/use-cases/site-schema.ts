import type { Actor } from '../model/actor.ts';
import type { SiteSchema } from '../model/site/site-schema.ts';
import { readSchema } from '../site-schema/read-schema.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** The locales, collections, settings and plugins of the service as one value, which can be kept in a file. */
export interface SiteSchemaUseCases {
  /**
   * The site schema as of one moment. Equal services have equal ones, also as JSON.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`.
   */
  readonly read: (actor: Actor) => Promise<SiteSchema>;
}

export const siteSchemaUseCases = (dependencies: UseCaseDependencies): SiteSchemaUseCases => ({
  read: readSchema(dependencies),
});
