import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { Ed25519TokenSigner } from '../../../docs/examples/ed25519/ed25519-token-signer.ts';
import type { TokenSignerSubject } from '../../conformance/crypto/token-signer.ts';

const newKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

const privateKey = newKey();
const otherKey = newKey();
const publicKey = createPublicKey(privateKey).export({ format: 'pem', type: 'spki' });

export const openEd25519 = (): TokenSignerSubject => ({
  signer: new Ed25519TokenSigner(privateKey),
  otherSigner: new Ed25519TokenSigner(otherKey),
  algorithm: 'EdDSA',
  signature: async (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  confusedSignature: async (text) =>
    createHmac('sha256', publicKey).update(text).digest('base64url'),
});
