import { UsageError } from '../command-errors.ts';
import { importSystem } from '../systems/import-system.ts';
import type { SourceSystem } from '../systems/source-system.ts';
import type { ImportSource, SourceOptions } from './source-options.ts';

/** @throws UsageError for an option that has no effect or cannot be read. */
export const openSystem = async (
  system: SourceSystem,
  { collection, status, staticFolder, columns, settings, onSlugClash, ...options }: SourceOptions,
): Promise<ImportSource> => {
  const {
    map = [],
    hasMedia = true,
    allowHost = [],
    redirects,
    openDownloads,
  } = options.system ?? {};
  const refused = {
    '--collection: use --map': collection,
    '--status': status,
    '--static': staticFolder,
    '--columns': columns,
    '--settings': settings === true ? settings : undefined,
    '--on-slug-clash path: use skip or suffix': onSlugClash === 'path' ? onSlugClash : undefined,
    '--allow-host': hasMedia || allowHost.length === 0 ? undefined : allowHost,
  };
  const [name] = Object.entries(refused).find(([, value]) => value !== undefined) ?? [];
  if (name !== undefined) throw new UsageError(`For ${system.name}, leave out ${name}.`);
  const collections = readMap(map);
  const download = hasMedia ? await openDownloads?.(allowHost) : undefined;
  return {
    collection: undefined,
    total: undefined,
    files: hasMedia ? 'files' : undefined,
    importInto: (run) => importSystem(system, { map: collections, redirects, download }, run),
  };
};

export const assertNoSystemOptions = ({ furtherPaths = [], system }: SourceOptions): void => {
  if (furtherPaths.length > 0) {
    throw new UsageError('Only an export of WordPress can have several files.');
  }
  const { map, hasMedia = true, allowHost, redirects } = system ?? {};
  const [name] =
    Object.entries({
      '--map': map,
      '--no-media': hasMedia ? undefined : hasMedia,
      '--allow-host': allowHost,
      '--redirects': redirects,
    }).find(([, value]) => value !== undefined) ?? [];
  if (name === undefined) return;
  throw new UsageError(
    `Only the export of another system has what ${name} is about: leave it out.`,
  );
};

const readMap = (entries: readonly string[]): ReadonlyMap<string, string> => {
  const map = new Map<string, string>();
  for (const entry of entries) {
    const [, type, collection] = /^([^=]+)=(.+)$/.exec(entry) ?? [];
    if (type === undefined || collection === undefined) {
      throw new UsageError(`--map: ${JSON.stringify(entry)} is not <type>=<collection>.`);
    }
    if (map.has(type)) throw new UsageError(`--map names ${type} twice.`);
    map.set(type, collection);
  }
  return map;
};
