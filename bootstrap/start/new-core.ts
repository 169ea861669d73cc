import { FileTypeMediaInspector } from '../../adapters/file-type/file-type-media-inspector.ts';
import type { Cms } from '../../core/index.ts';
import type { Config } from '../config.ts';
import { portableCms } from '../portable.ts';
import type { Extensions } from '../wiring.ts';
import { commandLog } from './service-log.ts';

/** The core of a new service, in memory: for a dry run before there is a database. */
export const newCore = async (
  config: Config,
  { hooks = [] }: Pick<Extensions, 'hooks'>,
): Promise<Cms> => {
  const { cms } = await portableCms({
    // Nothing is signed.
    secret: 'dry run '.repeat(4),
    uploadMaxBytes: config.uploadMaxBytes,
    hooks,
    ports: { mediaInspector: new FileTypeMediaInspector(), log: commandLog(config) },
  });
  return cms;
};
