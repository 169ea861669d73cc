import { csrfTokens } from '../../adapters/koa/csrf.ts';
import { operator, type ContentItem, type MediaFile, type UserActor } from '../../core/index.ts';
import { serveApp, type TestApp } from './app.ts';
import { grantedCollection, makePrincipals, type Principal } from './principals.ts';
import type { MemoryCmsOptions } from './memory-cms.ts';
import { quickPasswordHasher } from './quick-password-hasher.ts';
import { restSubject } from './rest-subject.ts';
import { tinyGif } from './tiny-gif.ts';
import type { RestSubject } from '../conformance/rest-api/index.ts';

/** A served application, and things made for one request each. */
export interface ThingsWorld extends TestApp, RestSubject {
  /** The ids of the collection that grants and scopes are about, and of another. */
  readonly posts: string;
  readonly pages: string;
  /** A number that was not given before, for what must be unique. */
  readonly next: () => number;
  /** An item that the user made; undefined for one that somebody else made. */
  readonly item: (owner: string | undefined, collectionId: string) => Promise<ContentItem>;
  readonly file: (owner: string | undefined) => Promise<MediaFile>;
  readonly emptyCollection: () => Promise<string>;
  readonly apiToken: () => Promise<string>;
  readonly user: () => Promise<string>;
}

/** The same with everybody in it. */
export interface RightsWorld extends ThingsWorld {
  readonly principals: Readonly<Record<string, Principal>>;
  /** The same people under new sessions; for requests that end the one they come with. */
  readonly renewed: () => Promise<RightsWorld['principals']>;
}

const csrfSecret = 'a third secret for tests, of more than thirty-two bytes';

export const rightsWorld = async (): Promise<RightsWorld> => {
  const world = await thingsWorld();
  const csrf = csrfTokens(csrfSecret);
  const renewed = () => makePrincipals(world, (sessionId) => csrf.issue(sessionId));
  return { ...world, principals: await renewed(), renewed };
};

/** One who is there is copied wherever a user is needed. */
export const thingsWorld = async (core: MemoryCmsOptions = {}): Promise<ThingsWorld> => {
  const ports = { passwords: quickPasswordHasher(), ...core.ports };
  const app = await serveApp({ trustProxy: 1, csrfSecret, core: { ...core, ports } });
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
    const [model] = await app.ports.users.list({ limit: 1, offset: 0 });
    if (model === undefined) throw new Error('There is nobody');
    const id = app.ports.ids.next();
    const name = `extra${next()}`;
    // Stored directly: a hash each would cost more than all else.
    const email = `${name}@example.com` as typeof model.email;
    await app.ports.users.insert({
      ...model,
      id,
      username: name,
      email,
      role: 'viewer',
      grants: [],
    });
    return id;
  };
  const somebody = await newUser();
  const asOwner = (userId = somebody): UserActor => ({
    kind: 'user',
    userId,
    sessionId: userId,
    role: 'admin',
    grants: [],
  });
  return {
    ...app,
    ...subject,
    posts: idOf(grantedCollection),
    pages: idOf('pages'),
    next,
    item: (owner, collectionId) =>
      cms.content.create(asOwner(owner), { collectionId, title: `Thing ${next()}` }),
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
    apiToken: async () => (await cms.apiTokens.create(operator, { name: `t${next()}` })).token.id,
    user: newUser,
    [Symbol.asyncDispose]: async () => {
      close();
      await app[Symbol.asyncDispose]();
    },
  };
};

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
