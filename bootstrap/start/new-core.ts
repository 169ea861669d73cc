import { FileTypeMediaInspector } from '../../adapters/file-type/file-type-media-inspector.ts';
import type { Cms } from '../../core/index.ts';
import type { Config } from '../config.ts';
import { portableCms } from '../portable.ts';

const ignore = (): void => undefined;

/** The core of a new service, in memory: for a dry run before there is a database. */
export const newCore = async ({ uploadMaxBytes }: Config): Promise<Cms> => {
  const { cms } = await portableCms({
    // Nothing is signed.
    secret: 'dry run '.repeat(4),
    uploadMaxBytes,
    ports: {
      mediaInspector: new FileTypeMediaInspector(),
      log: { info: ignore, warn: ignore, error: ignore },
    },
  });
  return cms;
};
