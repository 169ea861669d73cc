import { FileTypeMediaInspector } from '../../adapters/file-type/file-type-media-inspector.ts';
import type { Config } from '../config.ts';
import { portableCms } from '../portable.ts';
import { StartError } from '../explain-failure.ts';
import { hasDatabase } from './data-folder.ts';
import { openBindings, type Service, type ServiceOptions } from './open-service.ts';
import { commandLog } from './service-log.ts';

export type DryRun = Pick<Service, 'cms' | 'close'>;

/**
 * Like `openService`, but creates and migrates nothing. If the database is missing or empty, the core is that of
 * a new service, in memory.
 *
 * @throws StartError when a migration is pending.
 */
export const openDryRun = async (config: Config, options: ServiceOptions): Promise<DryRun> => {
  if (!(await hasDatabase(config, options.ports ?? {}))) return newService(config, options);
  return openBindings(config, options, async ({ get, close }) => {
    const pending = await (await get('store')).pendingMigrations();
    if (pending.some(({ creates }) => creates)) {
      await close();
      return newService(config, options);
    }
    if (pending.length > 0) {
      const names = pending.map(({ name }) => name).join(', ');
      throw new StartError(`The database needs a migration (${names}): run quoin migrate first.`);
    }
    return { cms: await get('cms'), close };
  });
};

const newService = async (config: Config, { hooks = [] }: ServiceOptions): Promise<DryRun> => {
  const { cms } = await portableCms({
    // Nothing is signed.
    secret: 'dry run '.repeat(4),
    uploadMaxBytes: config.uploadMaxBytes,
    hooks,
    ports: { mediaInspector: new FileTypeMediaInspector(), log: commandLog(config) },
  });
  return { cms, close: async () => undefined };
};
