import { expect, test } from 'vitest';
import { MemoryStore } from '../../adapters/memory/memory-store.ts';
import { readConfig } from '../../bootstrap/config.ts';
import { openService } from '../../bootstrap/start/open-service.ts';
import { sampleUser, userId } from '../conformance/samples.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('without passwords, the service starts only if an active admin is linked', async () => {
  await using folder = await temporaryFolder();
  const config = readConfig({
    DATA_DIR: folder.path,
    LOG_LEVEL: 'silent',
    // Nobody answers there: the provider need not be reachable at the start.
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'quoin',
    OIDC_CLIENT_SECRET: 'secret',
    PASSWORD_LOGIN: 'none',
  });
  const open = async (isLinked: boolean, isCommand = false) => {
    const store = new MemoryStore();
    const { users, identities } = store.repositories;
    await users.insert(sampleUser(1, { role: 'admin' }));
    const identity = { userId: userId(1), issuer: 'http://a', subject: 'a', createdAt: 1 };
    if (isLinked) await identities.insert(identity);
    const adapters = { store: () => store };
    return openService(config, { holder: 'a test', isCommand, adapters });
  };
  await expect(open(false)).rejects.toThrow(/^PASSWORD_LOGIN must not be none: no active admin/);
  await (await open(false, true)).close();
  const { cms, close } = await open(true);
  expect(cms.identities.ways()).toMatchObject({ password: 'none', provider: 'single sign-on' });
  await close();
});
