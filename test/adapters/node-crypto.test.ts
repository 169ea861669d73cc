import { test } from 'vitest';
import { NodeCryptoDigest } from '../../adapters/node-crypto/node-crypto-digest.ts';
import { digestSuite } from '../conformance/digest.ts';
import { registerSuite } from '../conformance/suite.ts';

registerSuite(digestSuite, async () => ({ subject: { digest: new NodeCryptoDigest() } }), test);
