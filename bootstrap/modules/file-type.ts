import { ContainerModule } from 'inversify';
import { FileTypeMediaInspector } from '../../adapters/file-type/file-type-media-inspector.ts';
import { tokens } from '../tokens.ts';

export const fileTypeModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.mediaInspector).toResolvedValue(() => new FileTypeMediaInspector());
  });
