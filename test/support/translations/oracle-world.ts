import { operator, type Cms } from '../../../core/index.ts';
import type { Repositories, Shown, Store } from '../../../core/store.ts';
import { contentStatuses, type Role } from '../../../core/vocabulary.ts';
import { basisOf, valueOf } from '../../conformance/content/content-changes.ts';
import { viewOf } from '../../conformance/content/views.ts';
import { itemsOf } from '../../conformance/cases.ts';
import { testPassword } from '../http/app.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { ModelState, Sight } from './group-model.ts';

/** A running service, on any store. */
export interface OracleService {
  readonly cms: Cms;
  readonly store: Store;
  /** One client for each instance. */
  readonly clients: readonly HttpClient[];
  /** Lets time pass, if the clock of the service stands still. */
  readonly tick?: (ms: number) => void;
}

/** Somebody who reads, in one perspective. */
export interface Reader {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sight: Sight;
}

export interface OracleWorld extends OracleService {
  readonly writer: Readonly<Record<string, string>>;
  readonly readers: readonly Reader[];
  /** The ids by name. Those in {@link localizedNames} are localised; `secrets` is private. */
  readonly collections: ReadonlyMap<string, string>;
}

export const localizedNames = ['posts', 'secrets'] as const;

/** The price is common to all translations. */
const schema = {
  type: 'object',
  properties: { price: { type: 'number', localized: false }, text: { type: 'string' } },
};

/** English is the default. */
export const oracleLocales = [
  { code: 'en', fallback: [] },
  { code: 'de', fallback: ['en'] },
  { code: 'de-CH', fallback: ['de', 'fr'] },
  { code: 'fr', fallback: [] },
] as const;

/** A service with two localised collections, one of them private, another one, and readers of each kind. */
export const createOracleWorld = async (service: OracleService): Promise<OracleWorld> => {
  const { cms } = service;
  await cms.locales.update(operator, { locales: oracleLocales.map((each) => ({ ...each })) });
  await cms.settings.update(operator, { publicContent: 'published' });
  const collections = new Map<string, string>();
  for (const name of ['posts', 'secrets', 'notes']) {
    const { id } = await cms.collections.create(operator, {
      name,
      localized: name !== 'notes',
      schema: name === 'notes' ? {} : schema,
      ...(name === 'secrets' && { access: 'private' as const }),
    });
    collections.set(name, id);
  }
  const admin = await signIn(cms, 'admin');
  const viewer = await signIn(cms, 'viewer');
  const key = async (...names: readonly string[]) => {
    const token = await cms.apiTokens.create(operator, { name: 'site', collections: names });
    return { 'X-API-Key': token.secret };
  };
  const sight = (
    names: readonly string[],
    more: Partial<Omit<Sight, 'collections'>> = {},
  ): Sight => ({
    perspective: 'published',
    statuses: ['published'],
    ...more,
    collections: new Set(names.flatMap((name) => collections.get(name) ?? [])),
  });
  const open = ['posts', 'notes'];
  const whole = ['posts', 'secrets', 'notes'];
  const all = { statuses: contentStatuses };
  const drafts = { ...all, perspective: 'drafts' } as const;
  return {
    ...service,
    collections,
    writer: admin.headers,
    readers: [
      { name: 'an anonymous caller', headers: {}, sight: sight(open) },
      { name: 'a token', headers: await key(), sight: sight(open) },
      { name: 'a token of one collection', headers: await key('posts'), sight: sight(['posts']) },
      {
        name: 'a token of the private collection',
        headers: await key('secrets'),
        sight: sight(['secrets']),
      },
      { name: 'a viewer', headers: viewer.headers, sight: sight(open, all) },
      { name: 'a viewer of drafts', headers: viewer.headers, sight: sight(open, drafts) },
      { name: 'an administrator', headers: admin.headers, sight: sight(whole, all) },
      { name: 'an administrator of drafts', headers: admin.headers, sight: sight(whole, drafts) },
    ],
  };
};

const signIn = async (cms: Cms, role: Role) => {
  const email = `oracle-${role}@example.com`;
  const { user } = await cms.users.create(operator, { email, password: testPassword, role });
  const { token } = await cms.accounts.logIn({ email, password: testPassword, client: email });
  return { user, headers: { Authorization: `Bearer ${token}` } };
};

/** All items outside the trash, in both perspectives, in one state of the store. */
export const readState = ({ store }: Pick<OracleService, 'store'>): Promise<ModelState> =>
  store.consistently(async (repositories) => ({
    published: await readAll(repositories, 'published'),
    unpublished: await readAll(repositories, 'unpublished'),
  }));

const readAll = async (repositories: Repositories, shown: Shown) => {
  const basis = await basisOf(repositories);
  const view = viewOf({ within: 'all' }, shown);
  const { contents } = repositories;
  return itemsOf(valueOf(await contents.list({ limit: 1_000, offset: 0 }, view, basis)));
};
