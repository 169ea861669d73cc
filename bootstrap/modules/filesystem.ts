import { ContainerModule } from 'inversify';
import { FilesystemBlobStore } from '../../adapters/filesystem/filesystem-blob-store.ts';
import { FilesystemHealthProbe } from '../../adapters/filesystem/filesystem-health-probe.ts';
import { tokens } from '../tokens.ts';

/** @param folder where the files are. */
export const filesystemModule = (folder: string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.blobs).toResolvedValue(() => FilesystemBlobStore.open(folder));
    bind(tokens.storageProbe).toResolvedValue(() => new FilesystemHealthProbe(folder));
  });
