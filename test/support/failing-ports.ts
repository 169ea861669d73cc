import type { Ports, Repositories } from '../../core/index.ts';

/** Which call fails is said while the ports are at work, unlike with planned faults. */
export interface FailingCall {
  /** Makes the `n`th call from now fail with `error`; undefined lets all of them pass. */
  readonly failAt: (n: number | undefined, error?: Error) => void;
  /** What was called since then, as `port.method`. */
  readonly calls: readonly string[];
}

/**
 * The same ports, all of them, of which any call can be made to fail with any error. What only tells
 * the time, makes up numbers or waits never fails.
 */
export const failingPorts = (
  ports: Ports,
): { readonly ports: Ports; readonly failing: FailingCall } => {
  const calls: string[] = [];
  let fatal: number | undefined;
  let failure = new Error('A fault');

  const guard = <T extends object>(name: string, port: T): T =>
    new Proxy(port, {
      get: (target, method) => {
        const member: unknown = Reflect.get(target, method);
        if (typeof member !== 'function') return member;
        return (...given: readonly unknown[]): unknown => {
          calls.push(`${name}.${String(method)}`);
          if (calls.length === fatal) return Promise.reject(failure);
          return Reflect.apply(member, target, given);
        };
      },
    });

  const guardAll = <T extends Repositories>(repositories: T): T =>
    Object.fromEntries(
      Object.entries(repositories).map(([name, each]) => [name, guard(name, each)]),
    ) as unknown as T;

  const { contents, collections, media, users, sessions, apiTokens, settings } = ports;
  const repositories = { contents, collections, media, users, sessions, apiTokens, settings };
  const { unitOfWork } = ports;
  const guarded: Ports = {
    ...ports,
    ...guardAll(repositories),
    unitOfWork: guard('unitOfWork', {
      run: (lock, work) => unitOfWork.run(lock, (inside) => work(guardAll(inside))),
      snapshot: (work) => unitOfWork.snapshot((inside) => work(guardAll(inside))),
    } satisfies Ports['unitOfWork']),
    blobs: guard('blobs', ports.blobs),
    sharedCache: guard('sharedCache', ports.sharedCache),
    processCache: guard('processCache', ports.processCache),
    limiter: guard('limiter', ports.limiter),
    passwords: guard('passwords', ports.passwords),
    digest: guard('digest', ports.digest),
    signer: guard('signer', ports.signer),
    mediaInspector: guard('mediaInspector', ports.mediaInspector),
    events: guard('events', ports.events),
  };
  return {
    ports: guarded,
    failing: {
      calls,
      failAt: (n, error = new Error('A fault')) => {
        calls.length = 0;
        fatal = n;
        failure = error;
      },
    },
  };
};
