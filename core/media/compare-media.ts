import { day } from '../time.ts';
import { isMediaKey } from './media-key.ts';
import type { MediaFile } from './media-file.ts';
import type { MediaPorts } from './media-ports.ts';
import { removeStray } from './remove-stray.ts';
import { walkMedia, type MediaPair } from './walk-media.ts';

export interface CompareMedia {
  /**
   * What becomes of strays. `guarded` removes them unless there are more than crashes leave: then
   * the database is rather not the one that belongs to the objects.
   */
  readonly removal: 'none' | 'guarded' | 'all';
  /** Once aborted, the comparison ends soon, with what it has found so far. An AbortSignal fits. */
  readonly signal?: { readonly aborted: boolean };
}

export interface MediaComparison {
  /** Stored objects of ours, and records in every state. */
  readonly objects: number;
  readonly records: number;
  /** Objects that no record names, a day after they were stored. */
  readonly strays: number;
  /** Whether those are more than crashes leave. */
  readonly isSuspicious: boolean;
  /** How many of the strays went. */
  readonly removed: number;
  /** Ready records whose object is not there, and the ids of the first of them. */
  readonly missing: number;
  readonly missingIds: readonly string[];
}

type ComparePorts = Pick<MediaPorts, 'media' | 'blobs' | 'clock' | 'ids' | 'log'>;

/** Far longer than any upload takes; and clocks may differ. */
const strayAfterMs = day;
const namedIds = 20;

/**
 * Compares the records of media files with the stored objects, in both directions and in constant
 * memory. Objects without a record are counted, and then removed if they are to be. A ready record
 * without its object is told to the log and stays: nobody can make up its bytes. Records that are
 * not ready are left to the sweep; objects whose keys are not of our form are not looked at.
 *
 * Any number of instances may do it at once.
 *
 * @throws DomainError `dependency_unavailable`: what was not compared or removed by then is as it was.
 */
export const compareMedia =
  (ports: ComparePorts) =>
  async ({ removal, signal = never }: CompareMedia): Promise<MediaComparison> => {
    const found = await compare(ports, signal);
    if (found.missing > 0) tellMissing(ports, found);
    if (removal === 'none' || found.strays === 0 || signal.aborted) return found;
    if (removal === 'guarded' && found.isSuspicious) {
      tellSuspicion(ports, found);
      return found;
    }
    const removed = await removeStrays(ports, signal);
    ports.log.info('Stored objects without a record were removed', { removed });
    return { ...found, removed };
  };

const never = { aborted: false };

const compare = async (
  ports: ComparePorts,
  signal: { readonly aborted: boolean },
): Promise<MediaComparison> => {
  let objects = 0;
  let records = 0;
  let strays = 0;
  let missing = 0;
  const missingIds: string[] = [];
  for await (const pair of walkMedia(ports)) {
    if (signal.aborted) break;
    const { object, record } = pair;
    if (record !== undefined) records += 1;
    if (object !== undefined && (record !== undefined || isMediaKey(object.key))) objects += 1;
    if (isStray(ports, pair)) strays += 1;
    if (object === undefined && (await isMissing(ports, record))) {
      missing += 1;
      if (missing <= namedIds) missingIds.push(record.id);
    }
  }
  const isSuspicious = moreThanCrashesLeave({ objects, records, strays });
  return { objects, records, strays, isSuspicious, removed: 0, missing, missingIds };
};

/** A crash leaves one object at most. Without any record there is nothing that speaks for the database. */
const moreThanCrashesLeave = ({
  objects,
  records,
  strays,
}: Pick<MediaComparison, 'objects' | 'records' | 'strays'>): boolean =>
  strays > 0 && (records === 0 || (strays > 10 && strays * 100 > objects));

const isStray = ({ clock }: ComparePorts, { object, record }: MediaPair): boolean =>
  record === undefined && isMediaKey(object.key) && clock.now() - object.storedAt > strayAfterMs;

/** Asks again: the file may have come or gone since its record was read. */
const isMissing = async ({ blobs, media }: ComparePorts, file: MediaFile): Promise<boolean> => {
  if (file.state !== 'ready' || (await blobs.stat(file.key)) !== undefined) return false;
  // A deletion marks the record before it removes the object.
  return (await media.findById(file.id))?.state === 'ready';
};

const removeStrays = async (
  ports: ComparePorts,
  signal: { readonly aborted: boolean },
): Promise<number> => {
  let removed = 0;
  for await (const pair of walkMedia(ports)) {
    if (signal.aborted) break;
    if (pair.record !== undefined || !isStray(ports, pair)) continue;
    if (await removeStray(ports, pair.object.key)) removed += 1;
  }
  return removed;
};

const tellMissing = ({ log }: ComparePorts, { missing, missingIds }: MediaComparison): void =>
  log.error(
    'Files are recorded whose bytes are not in the store: restore the objects, or delete the files',
    { missing, media: missingIds.join(' ') },
  );

const tellSuspicion = (
  { log }: ComparePorts,
  { strays, objects, records }: MediaComparison,
): void =>
  log.warn(
    'More stored objects have no record than crashes leave, so that none was removed. This may not be the database that belongs to these files, or it was restored from a backup. Give the service the right database; if the objects are of no use any more, have a comparison remove them all',
    { strays, objects, records },
  );
