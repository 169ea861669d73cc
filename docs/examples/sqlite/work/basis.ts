import { hash } from 'node:crypto';
import {
  factorPolicyOf,
  statesOf,
  type ApiToken,
  type BasedRead,
  type Basis,
  type LivePreview,
  type LiveSession,
  type PreviewToken,
  type Session,
  type SiteState,
  type Stamp,
  type StampedCaller,
} from 'quoin/core/store';
import type { Settings } from 'quoin/core/vocabulary';
import { findUser } from '../accounts/users.ts';
import { listCollections } from '../records/collection-rows.ts';
import type { Access } from './access.ts';
import type { Db } from './db.ts';

/** Reads if the basis is still current. */
export const readOn = <T>(
  access: Access,
  basis: Basis,
  query: (db: Db) => T,
): Promise<BasedRead<T>> =>
  access.read((db) =>
    siteStamp(db, basis.collection) === basis.site && isCurrent(db, basis.caller)
      ? { isCurrent: true, value: query(db), snapshot: db.snapshot() }
      : { isCurrent: false },
  );

const isCurrent = (db: Db, caller: StampedCaller | undefined): boolean => {
  if (caller === undefined) return true;
  const { kind, id, stamp } = caller;
  if (kind === 'token') return findToken(db, 'id', id)?.stamp === stamp;
  const live = kind === 'preview' ? findPreview(db, 'id', id) : findSession(db, id);
  return live?.stamp === stamp;
};

/** Equal for equal values. */
export const digestOf = (value: unknown): string =>
  hash('sha256', JSON.stringify(value), 'base64url');

/** @param name of the collection that the site was asked for. */
export const siteStamp = (db: Db, name: string | undefined): Stamp =>
  digestOf([settingsText(db), collectionStates(db), namedCollection(db, name)]);

export const settingsText = (db: Db): string | null | undefined =>
  db.get<{ readonly settings: string | null }>('select settings from meta')?.settings;

export const collectionStates = (db: Db): SiteState['collectionStates'] =>
  statesOf(listCollections(db));

export const namedCollection = (db: Db, name: string | undefined): SiteState['collection'] => {
  const row = db.get<{ readonly doc: string }>('select doc from collections where name = ?', name);
  if (row === undefined) return undefined;
  const {
    id,
    name: own,
    isActive,
    isSingleton,
  } = JSON.parse(row.doc) as NonNullable<SiteState['collection']>;
  return { id, name: own, isActive, isSingleton };
};

interface DocRow {
  readonly doc: string;
}

export const findSession = (db: Db, id: string): LiveSession | undefined => {
  const row = db.get<SessionRow>('select doc, last_seen_at from sessions where id = ?', id);
  if (row === undefined) return undefined;
  const { userId, expiresAt, lastSeenAt, method } = sessionOf(row);
  const session = { id, userId, expiresAt, lastSeenAt, method };
  const user = findUser(db, 'id', session.userId);
  const settings = settingsText(db);
  const factorPolicy = factorPolicyOf(JSON.parse(settings ?? '{}') as Partial<Settings>);
  return user && { session, user, factorPolicy, stamp: digestOf([row.doc, user, settings]) };
};

export interface SessionRow extends DocRow {
  readonly last_seen_at: number;
}

export const sessionOf = ({ doc, last_seen_at }: SessionRow): Session => ({
  ...(JSON.parse(doc) as Session),
  lastSeenAt: last_seen_at,
});

export const findToken = (db: Db, column: 'id' | 'digest', value: string) => {
  const row = db.get<TokenRow>(
    `select doc, last_used_at from api_tokens where ${column} = ?`,
    value,
  );
  return row && { token: tokenOf(row), stamp: digestOf(row.doc) };
};

export interface TokenRow extends DocRow {
  readonly last_used_at: number | null;
}

export const tokenOf = ({ doc, last_used_at }: TokenRow): ApiToken => ({
  ...(JSON.parse(doc) as ApiToken),
  lastUsedAt: last_used_at ?? undefined,
});

/** Undefined if the token has expired, or if its account is inactive. */
export const findPreview = (
  db: Db,
  column: 'id' | 'digest',
  value: string,
): LivePreview | undefined => {
  const row = db.get<DocRow>(
    `select doc from preview_tokens where ${column} = ? and expires_at > ?`,
    value,
    Date.now(),
  );
  if (row === undefined) return undefined;
  const token = JSON.parse(row.doc) as PreviewToken;
  const user = findUser(db, 'id', token.userId);
  return user?.isActive === true ? { token, user, stamp: digestOf([token, user]) } : undefined;
};
