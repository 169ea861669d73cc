import { describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { memoryCms } from '../support/core/memory-cms.ts';
import { storeWithoutSettings } from '../support/core/store-without-settings.ts';

const newcomer = { email: 'ada@example.com', password: 'correct horse battery' };

describe('the role that a registration would get', () => {
  test('is admin while there is no account', async () => {
    const { cms } = await memoryCms();
    expect(await cms.accounts.newcomerRole()).toBe('admin');
    const { user } = await cms.accounts.register({ ...newcomer, client: 'test' });
    expect(user.role).toBe('admin');
  });

  test('is undefined after that, and viewer while registration is enabled', async () => {
    const { cms } = await memoryCms();
    await cms.users.create(operator, newcomer);
    expect(await cms.accounts.newcomerRole()).toBeUndefined();
    await cms.settings.update(operator, { registrationEnabled: true });
    expect(await cms.accounts.newcomerRole()).toBe('viewer');
  });

  test('is an error if the settings cannot be read', async () => {
    const store = storeWithoutSettings(new Error('away'));
    const { cms } = await memoryCms({ ports: { store }, hasStarterCollections: false });
    await expect(cms.accounts.newcomerRole()).rejects.toThrow('away');
  });
});
