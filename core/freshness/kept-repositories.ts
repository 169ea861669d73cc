import type { CollectionRepository } from '../ports/collection-repository.ts';
import type { Repositories } from '../ports/ports.ts';
import type { SiteRepository } from '../ports/site-repository.ts';
import type { FreshMemory } from './fresh-memory.ts';
import { subjects } from './subjects.ts';

/** The repositories whose tables are written through `Writes` only, without their writes. */
export interface KeptRepositories {
  readonly site: Pick<SiteRepository, 'load'>;
  readonly collections: Omit<CollectionRepository, 'insert' | 'update' | 'delete'>;
  readonly contents: Omit<Repositories['contents'], 'insert' | 'insertAll' | 'replace' | 'delete'>;
  readonly users: Omit<
    Repositories['users'],
    'insert' | 'update' | 'replacePasswordHash' | 'replaceGrants' | 'delete'
  >;
  readonly sessions: Pick<Repositories['sessions'], 'find'>;
  readonly apiTokens: Omit<Repositories['apiTokens'], 'insert' | 'delete'>;
}

/** Keeps the site's state and the collections in memory, because almost every request reads them. */
export const keptRepositories = (
  repositories: Repositories,
  memory: FreshMemory,
): KeptRepositories => {
  const { site, collections, contents, users, sessions, apiTokens } = repositories;
  const ofSite = <T extends object | undefined>(key: string, load: () => Promise<T>): Promise<T> =>
    memory.read(key, [subjects.site], load);
  return {
    site: { load: () => ofSite('site', () => site.load()) },
    collections: {
      findById: (id) => ofSite(`collection:${id}`, () => collections.findById(id)),
      findByName: (name) => ofSite(`collection-name:${name}`, () => collections.findByName(name)),
      list: () => ofSite('collections', () => collections.list()),
    },
    contents,
    users,
    sessions,
    apiTokens,
  };
};
