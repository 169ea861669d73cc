import { csrfTokens } from '../../../adapters/http/caller/csrf.ts';
import { operator, type UserActor } from '../../../core/index.ts';
import { hour, type ContentItem, type MediaFile } from '../../../core/vocabulary.ts';
import { sampleBrowser, sampleSession } from '../../conformance/samples.ts';
import { serveApp, type TestApp } from '../http/app.ts';
import {
  grantedCollection,
  grantedSingleton,
  makePrincipals,
  type Principal,
} from './principals.ts';
import type { MemoryCmsOptions } from '../core/memory-cms.ts';
import { restSubject } from '../http/rest-subject.ts';
import { secretOf } from '../mail/link-in.ts';
import { storeFactor, type FactorState } from '../second-factor/stored-factor.ts';
import { memoryMailer } from '../mail/memory-mailer.ts';
import { memoryIdentityProvider } from '../openid/memory-identity-provider.ts';
import { tinyGif } from '../media/tiny-gif.ts';
import type { RestSubject } from '../../conformance/rest-api/index.ts';

/** A served application, with functions that create the things a request needs. */
export interface ThingsWorld extends TestApp, RestSubject {
  /** The ids of the collection with grants and scopes, and of another collection. */
  readonly posts: string;
  readonly pages: string;
  /** A new number, for unique names. */
  readonly next: () => number;
  /** Creates an item of the user; of another user if `owner` is undefined. */
  readonly item: (
    owner: string | undefined,
    collectionId: string,
    isPublished?: boolean,
  ) => Promise<ContentItem>;
  /** Creates a published item, with a working copy that moves it to the target. */
  readonly copied: (
    owner: string | undefined,
    collectionId: string,
    target: string,
  ) => Promise<ContentItem>;
  /** Creates an item in a localised collection, with a translation. */
  readonly translated: (owner: string | undefined, collectionId: string) => Promise<ContentItem>;
  /** Comments on the newest item, as the user; as another one without an id. @returns the id of the comment. */
  readonly comment: (userId: string | undefined) => Promise<string>;
  /** A private view of the user; of another one without an id. @returns its id. */
  readonly view: (userId: string | undefined) => Promise<string>;
  /** Creates an item and deletes it. @returns its id. */
  readonly deletedItem: (owner: string | undefined, collectionId: string) => Promise<string>;
  /** Creates a published item and gives it another slug. @returns the former slug. */
  readonly redirect: (owner: string | undefined, collectionId: string) => Promise<string>;
  readonly file: (owner: string | undefined) => Promise<MediaFile>;
  readonly emptyCollection: () => Promise<string>;
  /** Creates a collection of at most one item, with its item. @returns its name. */
  readonly singleton: () => Promise<string>;
  readonly apiToken: () => Promise<string>;
  readonly webhook: () => Promise<string>;
  /** Sends a test of the newest webhook. @returns the id of the delivery. */
  readonly delivery: () => Promise<string>;
  /** Invites a new address. @returns the id and the secret of the invitation. */
  readonly invitation: () => Promise<{ readonly id: string; readonly secret: string }>;
  readonly user: () => Promise<string>;
  /** Gives an account a second factor, or removes it. @returns a code that is right. */
  readonly factor: (userId: string | undefined, state: FactorState) => Promise<string>;
  /** Lets somebody sign in who has a second factor, up to the code. @returns what finishes it. */
  readonly challenge: () => Promise<{ readonly challenge: string; readonly code: string }>;
  /** A browser that the user trusts; without one, somebody else. @returns its id. */
  readonly trustedBrowser: (userId?: string) => Promise<string>;
  /** Links a user to an identity; without one, a new user. @returns the id of the user. */
  readonly linked: (userId?: string) => Promise<string>;
  /** A session of the user, for lists; without one, of somebody else. */
  readonly session: (userId?: string) => Promise<string>;
}

/** A {@link ThingsWorld} with one principal of every kind. */
export interface RightsWorld extends ThingsWorld {
  readonly principals: Readonly<Record<string, Principal>>;
  /** Creates all principals again, for requests that end their own session. */
  readonly renewed: () => Promise<RightsWorld['principals']>;
}

const csrfSecret = 'a third secret for tests, of more than thirty-two bytes';

export const rightsWorld = async (): Promise<RightsWorld> => {
  const world = await thingsWorld();
  const csrf = csrfTokens(csrfSecret);
  const renewed = () => makePrincipals(world, csrf.issue);
  return { ...world, principals: await renewed(), renewed };
};

/** Opens a world without principals. */
export const thingsWorld = async (core: MemoryCmsOptions = {}): Promise<ThingsWorld> => {
  const ports = {
    mailer: memoryMailer(),
    identityProvider: memoryIdentityProvider(),
    ...core.ports,
  };
  const publicUrl = 'http://cms.test';
  const app = await serveApp({ trustProxy: 1, csrfSecret, core: { publicUrl, ...core, ports } });
  const { cms } = app;
  const { close, ...subject } = restSubject(app.url);
  await app.signIn('admin');
  const collections = await cms.collections.list(operator);
  const idOf = (name: string): string => collections.find((each) => each.name === name)?.id ?? '';
  let count = 0;
  const next = (): number => {
    count += 1;
    return count;
  };
  const newUser = async (): Promise<string> => {
    const [model] = await app.ports.store.repositories.users.list({ limit: 1, offset: 0 });
    if (model === undefined) throw new Error('There is no user to copy');
    const id = app.ports.ids.next();
    const name = `extra${next()}`;
    // Stored directly, because hashing a password for each user would dominate the test time.
    const email = `${name}@example.com` as typeof model.email;
    await app.ports.store.repositories.users.insert({
      ...model,
      id,
      username: name,
      email,
      role: 'viewer',
      grants: [],
    });
    return id;
  };
  const newSession: ThingsWorld['session'] = async (userId = otherUser) => {
    const { users, sessions } = app.ports.store.repositories;
    const { passwordHash } = (await users.findById(userId))!;
    const [n, now] = [next(), app.clock.now()];
    const ids = { id: app.ports.ids.next(), publicId: app.ports.ids.next(), userId };
    const times = { createdAt: now, lastSeenAt: now, expiresAt: now + hour };
    // The user may have a second factor.
    const session = sampleSession(n, { ...ids, ...times, secondFactor: true });
    await sessions.insert(session, passwordHash);
    return session.publicId;
  };
  const newSingleton = async (name: string): Promise<string> => {
    const { id } = await cms.collections.create(operator, { name, singleton: true });
    await cms.content.create(operator, { collectionId: id, title: `The item of ${name}` });
    return name;
  };
  await newSingleton(grantedSingleton);
  await cms.locales.update(operator, { locales: ['en', 'de', 'fr'].map((code) => ({ code })) });
  for (const name of [grantedCollection, 'pages']) {
    await cms.collections.update(operator, name, { localized: true });
  }
  const otherUser = await newUser();
  const asOwner = (userId = otherUser): UserActor => ({
    kind: 'user',
    userId,
    sessionId: userId,
    role: 'admin',
    grants: [],
  });
  let newestItem = '';
  const newItem: ThingsWorld['item'] = async (owner, collectionId, isPublished = false) => {
    const item = await cms.content.create(asOwner(owner), {
      collectionId,
      title: `Thing ${next()}`,
      status: isPublished ? 'published' : 'draft',
    });
    newestItem = item.id;
    return item;
  };
  const newWebhook = async (): Promise<string> => {
    const command = { name: `w${next()}`, url: 'https://hooks.example.com' };
    return (await cms.webhooks.create(operator, command)).webhook.id;
  };
  const { userId: admin } = await app.signIn('admin');
  const newInvitation: ThingsWorld['invitation'] = async () => {
    const command = {
      email: `guest${next()}@example.com`,
      role: 'viewer',
      expiresIn: '7d',
    } as const;
    const { id, url } = await cms.invitations.create(asOwner(admin), command);
    return { id, secret: secretOf(url) };
  };
  return {
    ...app,
    ...subject,
    posts: idOf(grantedCollection),
    pages: idOf('pages'),
    next,
    item: newItem,
    copied: async (owner, collectionId, target) => {
      const title = `Thing ${next()}`;
      const user = asOwner(owner);
      const item = await cms.content.create(user, { collectionId, title, status: 'published' });
      await cms.drafts.save(user, item.id, { title: `Copy ${next()}`, collectionId: target });
      return item;
    },
    translated: async (owner, collectionId) => {
      const item = await newItem(owner, collectionId);
      const title = `Thing ${next()}`;
      await cms.translations.create(asOwner(owner), item.id, { locale: 'fr', title });
      return item;
    },
    comment: async (userId) => {
      const { id } = await cms.comments.create(asOwner(userId), newestItem, {
        text: `Comment ${next()}`,
      });
      return id;
    },
    view: async (userId) => {
      const command = { name: `View ${next()}`, query: {} };
      return (await cms.savedViews.create(asOwner(userId), command)).id;
    },
    deletedItem: async (owner, collectionId) => {
      const { id } = await newItem(owner, collectionId);
      await cms.content.delete(operator, id);
      return id;
    },
    redirect: async (owner, collectionId) => {
      const { id, slug } = await newItem(owner, collectionId, true);
      await cms.content.update(operator, id, { slug: `renamed-${next()}` });
      return slug;
    },
    file: (owner) =>
      cms.media.upload(asOwner(owner), {
        originalName: `thing-${next()}.gif`,
        body: oneChunk(tinyGif),
        folder: () => undefined,
      }),
    emptyCollection: async () => {
      const { name } = await cms.collections.create(operator, { name: `empty-${next()}` });
      return name;
    },
    singleton: () => newSingleton(`single-${next()}`),
    apiToken: async () => (await cms.apiTokens.create(operator, { name: `t${next()}` })).token.id,
    webhook: newWebhook,
    delivery: async () => {
      const [newest] = await cms.webhooks.list(operator);
      return (await cms.webhooks.test(operator, newest?.webhook.id ?? '')).id;
    },
    invitation: newInvitation,
    user: newUser,
    session: newSession,
    factor: (userId = otherUser, state) => storeFactor(app.ports, userId, state),
    challenge: async () => {
      const userId = await newUser();
      const code = await storeFactor(app.ports, userId, 'set');
      const { users, challenges } = app.ports.store.repositories;
      const challenge = `challenge-${next()}`;
      const digest = await app.ports.digest.sha256(challenge);
      const { passwordHash } = (await users.findById(userId))!;
      const expiresAt = app.clock.now() + hour;
      await challenges.insert({ digest, userId, expiresAt, codesLeft: 5 }, passwordHash);
      return { challenge, code };
    },
    trustedBrowser: async (userId = otherUser) => {
      const { trustedBrowsers } = app.ports.store.repositories;
      const id = app.ports.ids.next();
      const expiresAt = app.clock.now() + hour;
      await trustedBrowsers.insert(sampleBrowser(1, { id, digest: id, userId, expiresAt }));
      return id;
    },
    linked: async (userId) => {
      const id = userId ?? (await newUser());
      const subject = `subject ${next()}`;
      const identity = { userId: id, issuer: 'https://login.example.org', subject, createdAt: 1 };
      await app.ports.store.repositories.identities.insert(identity);
      return id;
    },
    [Symbol.asyncDispose]: async () => {
      close();
      await app[Symbol.asyncDispose]();
    },
  };
};

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
