import { coreTarget } from '../../../adapters/cli/transfer/targets/core-target.ts';
import { openRestSession } from '../../../adapters/cli/transfer/targets/rest-session.ts';
import { restTarget } from '../../../adapters/cli/transfer/targets/rest-target.ts';
import type { TransferTarget } from '../../../adapters/cli/transfer/targets/transfer-target.ts';
import { serveApp, testPassword } from '../http/app.ts';
import { memoryCms, type MemoryCms, type MemoryCmsOptions } from '../core/memory-cms.ts';

/** A service in memory, and a target that imports into it. */
export interface TargetWorld extends MemoryCms, AsyncDisposable {
  readonly target: TransferTarget;
}

/** A service for each kind of target: in this process, and through the REST API. */
export const targetWorlds = {
  core: async (core: MemoryCmsOptions = {}): Promise<TargetWorld> => {
    const memory = await memoryCms(core);
    const target = coreTarget(memory.cms, 'http://cms.test/files');
    return { ...memory, target, [Symbol.asyncDispose]: async () => undefined };
  },

  rest: async (core: MemoryCmsOptions = {}): Promise<TargetWorld> => {
    const app = await serveApp({ core });
    const { email } = await app.signIn('admin');
    const session = await openRestSession({
      url: app.url,
      email,
      password: testPassword,
      newCodes: () => ({ next: () => Promise.reject(new Error('No code is asked for')) }),
      signal: new AbortController().signal,
      notify: () => undefined,
    });
    return { ...app, target: restTarget(session) };
  },
} as const;

export const targetKinds = ['core', 'rest'] as const;
