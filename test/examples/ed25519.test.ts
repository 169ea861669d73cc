import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { Ed25519TokenSigner } from '../../docs/examples/ed25519/ed25519-token-signer.ts';
import { tokenSignerSuite } from '../conformance/crypto/token-signer.ts';
import { registerSuite } from '../conformance/suite.ts';
import { memoryCms } from '../support/core/memory-cms.ts';
import { openEd25519 } from '../support/examples/ed25519-subject.ts';

registerSuite(tokenSignerSuite, async () => ({ subject: openEd25519() }), test);

test('a key of another kind is refused', () => {
  const { privateKey } = generateKeyPairSync('ed448');
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  expect(() => new Ed25519TokenSigner(pem)).toThrow(RangeError);
});

test('sessions have tokens of the signer', async () => {
  const { signer } = openEd25519();
  const { cms } = await memoryCms({ ports: { signer } });
  const account = { email: 'ada@example.org', password: 'correct horse battery', client: 'a' };
  await cms.accounts.register(account);
  const { token } = await cms.accounts.logIn(account);
  expect(await signer.verify(token)).toMatchObject({ email: account.email });
  expect(await cms.accounts.authenticate(token)).toMatchObject({ kind: 'user' });
});
