import { hash } from 'node:crypto';
import type { Actor } from '../../../core/index.ts';
import type { Credential } from './caller.ts';

/** Callers of one class get the same answers. It does not depend on the settings. */
export const classOf = (actor: Actor): string => {
  if (actor.kind !== 'token') return actor.kind;
  return actor.scope === 'all' ? 'token' : `token:${[...actor.scope].sort().join()}`;
};

const maxReaders = 10_000;

/** Callers who were authenticated, by a digest of their credentials. */
export const knownReaders = () => {
  const actors = new Map<string, Actor>();
  const digestOf = ({ kind, value }: Credential): string =>
    hash('sha256', `${kind} ${value}`, 'base64');
  return {
    find: (credential: Credential): Actor | undefined => actors.get(digestOf(credential)),
    add: (credential: Credential, actor: Actor): void => {
      const key = digestOf(credential);
      actors.delete(key);
      actors.set(key, actor);
      if (actors.size <= maxReaders) return;
      for (const oldest of actors.keys()) {
        actors.delete(oldest);
        return;
      }
    },
  };
};
