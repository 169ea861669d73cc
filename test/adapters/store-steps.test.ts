import { describe, expect, test } from 'vitest';
import { MemoryStore } from '../../adapters/memory/memory-store.ts';
import { missingMembers } from '../../bootstrap/ports/missing-members.ts';
import type { Store } from '../../core/store.ts';
import { storeSteps, storeSuites, type StoreMember } from '../conformance/store.ts';
import { registerSuite } from '../conformance/suite.ts';

/** A store of which only these members are written. */
const partOf = (object: object, isWritten: (path: string) => boolean, path = ''): object =>
  new Proxy(object, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      const place = `${path}${String(name)}`;
      if (place === 'repositories') return partOf(member as object, isWritten, 'repositories.');
      if (isWritten(place) || typeof name === 'symbol' || member === undefined) {
        return typeof member === 'function' ? withParts(member.bind(target), isWritten) : member;
      }
      throw new Error(`${place} is not written yet`);
    },
  });

type Work = (inner: unknown) => unknown;

const isWork = (arg: unknown): arg is Work => typeof arg === 'function';

/** Passes the store, or the repositories, of a transaction to the work in the same way. */
const withParts =
  (method: (...args: readonly unknown[]) => unknown, isWritten: (path: string) => boolean) =>
  (...args: readonly unknown[]): unknown =>
    method(
      ...args.map((arg) => {
        if (!isWork(arg)) return arg;
        return (inner: unknown) => {
          if (inner instanceof MemoryStore) return arg(partOf(inner, isWritten));
          const isRepositories = typeof inner === 'object' && inner !== null && 'site' in inner;
          return arg(isRepositories ? partOf(inner, isWritten, 'repositories.') : inner);
        };
      }),
    );

const written = new Set<string>();

// The suites run on the memory store only here.
describe.each(storeSteps)('the step "$title"', ({ members, suites }) => {
  for (const member of members) written.add(member);
  const soFar: ReadonlySet<string> = new Set(written);
  for (const suite of suites) {
    registerSuite(
      suite,
      async () => ({
        subject: partOf(new MemoryStore(), (path) => soFar.has(path)) as Store,
      }),
      test,
    );
  }
});

test('a store without the members of a step does not pass it', async () => {
  const isWritten = (path: string): boolean => path !== 'repositories.trash';
  const store = partOf(new MemoryStore(), isWritten) as Store;
  expect(() => store.repositories.trash).toThrow('repositories.trash is not written yet');
  await expect(store.exclusively('settings', async ({ trash }) => trash.find(''))).rejects.toThrow(
    'repositories.trash is not written yet',
  );
});

test('the steps contain every member and every suite once', () => {
  const members = storeSteps.flatMap((step): readonly StoreMember[] => step.members);
  const needed = [
    ...missingMembers('store', {}).filter((name) => name !== 'repositories'),
    ...missingMembers('store', { repositories: {} }).filter((name) =>
      name.startsWith('repositories.'),
    ),
  ];
  expect(needed.length).toBeGreaterThan(25);
  expect(members.toSorted()).toEqual(needed.toSorted());
  expect(new Set(storeSuites).size).toBe(storeSuites.length);
});
