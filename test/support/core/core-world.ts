import {
  createCms,
  operator,
  type Cms,
  type DomainError,
  type ErrorCode,
  hasCode,
  type UserActor,
} from '../../../core/index.ts';
import type {
  Collection,
  ContentItem,
  Grant,
  JsonObject,
  LoggedIn,
  Role,
} from '../../../core/vocabulary.ts';
import { expect } from 'vitest';
import { MemoryKeyValueCache } from '../../../adapters/memory/memory-key-value-cache.ts';
import { memoryCms, type MemoryCms, type MemoryCmsOptions } from './memory-cms.ts';

export const goodPassword = 'correct horse battery';

/** The core on memory adapters, with helpers for common steps. */
export interface CoreWorld extends MemoryCms {
  readonly posts: Collection;
  readonly pages: Collection;
  /** The actor of a new user with this role, without a password and without a stored session. */
  readonly person: (role: Role, grants?: readonly Grant[]) => Promise<UserActor>;
  /** Creates a user with {@link goodPassword} and logs in. */
  readonly member: (role: Role) => Promise<LoggedIn>;
  readonly write: (actor: UserActor, fields?: Partial<NewPost>) => Promise<ContentItem>;
  /** Another instance of the service: the same ports, with its own process cache. */
  readonly another: (options?: MemoryCmsOptions) => Cms;
}

interface NewPost {
  readonly title: string;
  readonly slug: string;
  readonly status: ContentItem['status'];
  readonly collectionId: string;
  readonly data: JsonObject;
}

export const coreWorld = async (options: MemoryCmsOptions = {}): Promise<CoreWorld> => {
  const memory = await memoryCms(options);
  const { cms, ports, clock } = memory;
  const [posts, pages] = await ports.store.repositories.collections.list();
  let people = 0;
  let titles = 0;
  const person = async (role: Role, grants: readonly Grant[] = []): Promise<UserActor> => {
    people += 1;
    const email = `person${people}@example.org`;
    // Stored directly, because hashing a password is slow.
    const id = ports.ids.next();
    const now = ports.clock.now();
    await ports.store.repositories.users.insert({
      id,
      email: email as never,
      username: `person${people}`,
      firstName: '',
      lastName: '',
      role,
      isActive: true,
      passwordHash: 'none',
      hasSecondFactor: false,
      grants,
      createdAt: now,
      updatedAt: now,
    });
    return { kind: 'user', userId: id, sessionId: ports.ids.next(), role, grants };
  };
  return {
    ...memory,
    posts: posts!,
    pages: pages!,
    person,
    member: async (role) => {
      people += 1;
      const account = { email: `member${people}@example.org`, password: goodPassword };
      await cms.users.create(operator, { ...account, role });
      return cms.accounts.logIn({ ...account, client: `member ${people}` });
    },
    write: async (actor, fields = {}) => {
      titles += 1;
      const collectionId = posts!.id;
      return cms.content.create(actor, { collectionId, title: `Post ${titles}`, ...fields });
    },
    another: ({ ports: replaced, hasStarterCollections: _, ...extensions } = {}) => {
      const processCache = new MemoryKeyValueCache(clock);
      return createCms(
        { ...ports, processCache, ...replaced },
        {
          uploadMaxBytes: 1024 * 1024,
          mediaBaseUrl: 'http://cms.test/files',
          ...extensions,
        },
      );
    },
  };
};

/** Asserts that the promise rejects with a domain error of this code. @returns the error. */
export const rejectsWith = async (
  code: ErrorCode,
  work: Promise<unknown>,
): Promise<DomainError> => {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (hasCode(outcome, code)) return outcome;
  expect(outcome, `should reject with ${code}`).toMatchObject({ code });
  throw new Error('unreachable');
};
