import { availableParallelism } from 'node:os';
import { ContainerModule } from 'inversify';
import { WebCryptoDigest } from '../../adapters/webcrypto/web-crypto-digest.ts';
import {
  WebCryptoIdGenerator,
  WebCryptoSecretGenerator,
} from '../../adapters/webcrypto/web-crypto-generators.ts';
import { WebCryptoPasswordHasher } from '../../adapters/webcrypto/web-crypto-password-hasher.ts';
import { tokens } from '../tokens.ts';

export const webcryptoModule = (legacySalt: string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.ids).toResolvedValue((clock) => new WebCryptoIdGenerator(clock), [tokens.clock]);
    bind(tokens.secrets).toResolvedValue(() => new WebCryptoSecretGenerator());
    bind(tokens.digest).toResolvedValue(() => new WebCryptoDigest());
    bind(tokens.passwords).toResolvedValue(
      () => new WebCryptoPasswordHasher({ legacySalt, parallel: availableParallelism() }),
    );
  });
