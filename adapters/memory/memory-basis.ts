import {
  statesOf,
  type ApiToken,
  type BasedRead,
  type Basis,
  type LivePreview,
  type Session,
  type SiteState,
  type Stamp,
  type StampedCaller,
} from '../../core/store.ts';
import type { MemoryAccess, MemoryTables, StoredPreviewToken } from './memory-tables.ts';

/** Reads if the basis is still current. */
export const readOn = <T>(
  access: MemoryAccess,
  basis: Basis,
  query: (tables: MemoryTables) => T,
): Promise<BasedRead<T>> =>
  access.read((tables) =>
    siteStamp(tables, basis.collection) === basis.site && isCurrent(tables, basis.caller)
      ? { isCurrent: true, value: query(tables), snapshot: tables.snapshot }
      : { isCurrent: false },
  );

const isCurrent = (tables: MemoryTables, caller: StampedCaller | undefined): boolean => {
  if (caller === undefined) return true;
  const { kind, id, stamp } = caller;
  if (kind === 'token') {
    const token = tables.apiTokens.get(id);
    return token !== undefined && tokenStamp(token) === stamp;
  }
  if (kind === 'preview') {
    const token = tables.previewTokens.get(id);
    return token !== undefined && livePreview(tables, token)?.stamp === stamp;
  }
  const session = tables.sessions.get(id);
  return session !== undefined && sessionStamp(tables, session) === stamp;
};

/** @param name of the collection that the site was asked for. */
export const siteStamp = (tables: MemoryTables, name: string | undefined): Stamp => {
  const collection = collectionOf(tables, name);
  return JSON.stringify([
    numberOf(tables.site.get('current')?.settings),
    collectionStates(tables),
    collection && [collection.id, collection.isActive, collection.isSingleton],
  ]);
};

/** Grants are part of the account, so a change of them replaces its object. The last use is not part of the stamp. */
export const sessionStamp = (
  { users, site }: MemoryTables,
  { id, publicId, userId, expiresAt }: Session,
): Stamp =>
  JSON.stringify([
    id,
    publicId,
    expiresAt,
    numberOf(users.get(userId)),
    numberOf(site.get('current')?.settings),
  ]);

export const tokenStamp = ({ lastUsedAt: _, ...token }: ApiToken): Stamp => JSON.stringify(token);

/** Undefined if the token has expired, or if its account is inactive. */
export const livePreview = (
  { users }: MemoryTables,
  { expiresAt, ...token }: StoredPreviewToken,
): LivePreview | undefined => {
  const user = users.get(token.userId);
  if (user?.isActive !== true || expiresAt <= Date.now()) return undefined;
  return { token, user, stamp: JSON.stringify([token.id, numberOf(user)]) };
};

export const collectionStates = ({ collections }: MemoryTables): SiteState['collectionStates'] =>
  statesOf([...collections.values()]);

export const collectionOf = ({ collections }: MemoryTables, name: string | undefined) =>
  [...collections.values()].find((collection) => collection.name === name);

const numbers = new WeakMap<object, number>();
let last = 0;

/** A number that no other object has; 0 for undefined. */
export const numberOf = (object: object | undefined): number => {
  if (object === undefined) return 0;
  const number = numbers.get(object);
  if (number !== undefined) return number;
  last += 1;
  numbers.set(object, last);
  return last;
};
