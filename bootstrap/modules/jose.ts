import { ContainerModule } from 'inversify';
import { JoseTokenSigner } from '../../adapters/jose/jose-token-signer.ts';
import { tokens } from '../tokens.ts';

export const joseModule = (secret: string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.signer).toResolvedValue(() => new JoseTokenSigner(secret));
  });
