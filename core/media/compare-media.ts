import { objectKeyOf, type MediaFile } from '../model/media/media-file.ts';
import { isMediaKey } from '../model/media/media-key.ts';
import { originalKeyOf } from '../model/media/variant-key.ts';
import type { Dependencies } from '../ports/ports.ts';
import { never, type Signal } from '../primitives/signal.ts';
import { day, type EpochMs } from '../primitives/time.ts';
import { removeStray } from './delete-media.ts';
import { walkMedia, type MediaPair } from './walk-media.ts';

export interface CompareMedia {
  /**
   * Which strays are removed. `guarded` removes none if there are more than crashes can leave: then the
   * records probably belong to other objects.
   */
  readonly removal: 'none' | 'guarded' | 'all';
  /** Called with each stray before any is removed, and with each object that becomes one when it is a day old. */
  readonly onStray?: (object: StrayObject) => void;
  /** Aborting ends the comparison early; the result is what was found so far. Accepts an AbortSignal. */
  readonly signal?: Signal;
}

export interface StrayObject {
  readonly key: string;
  readonly storedAt: EpochMs;
  /** Whether it is less than a day old: not a stray yet. */
  readonly isRecent: boolean;
}

export interface MediaComparison {
  /**
   * Objects whose key the core can have generated, without the variants of images that have a record; and
   * records in every state.
   */
  readonly objects: number;
  readonly records: number;
  /** Objects without a record, at least one day old. */
  readonly strays: number;
  /** Younger objects without a record: uploads of a newer database, or remains of a crash. */
  readonly recent: number;
  /** Whether there are more strays than crashes can leave. */
  readonly isSuspicious: boolean;
  /** The number of removed strays. */
  readonly removed: number;
  /** The number of ready records without an object, and the ids of the first ones. */
  readonly missing: number;
  readonly missingIds: readonly string[];
}

type CompareDependencies = Pick<Dependencies, 'media' | 'blobs' | 'clock' | 'ids' | 'log'>;

/** Much longer than an upload takes, and than clocks differ. */
const strayAfterMs = day;
const maxMissingIds = 20;

export const compareMedia =
  (dependencies: CompareDependencies) =>
  async ({
    removal,
    onStray = () => undefined,
    signal = never,
  }: CompareMedia): Promise<MediaComparison> => {
    const found = await compare(dependencies, onStray, signal);
    if (found.missing > 0) reportMissing(dependencies, found);
    if (removal === 'none' || found.strays === 0 || signal.aborted) return found;
    if (removal === 'guarded' && found.isSuspicious) {
      reportSuspicion(dependencies, found);
      return found;
    }
    const removed = await removeStrays(dependencies, signal);
    dependencies.log.info('Stored objects without a record were removed', { removed });
    return { ...found, removed };
  };

const compare = async (
  dependencies: CompareDependencies,
  onStray: (object: StrayObject) => void,
  signal: Signal,
): Promise<MediaComparison> => {
  let objects = 0;
  let records = 0;
  let strays = 0;
  let recent = 0;
  let missing = 0;
  const missingIds: string[] = [];
  for await (const pair of walkMedia(dependencies)) {
    if (signal.aborted) break;
    const { object, record, isVariant } = pair;
    if (record !== undefined) records += 1;
    if (object !== undefined && !isVariant && (record !== undefined || isOwn(object.key))) {
      objects += 1;
    }
    if (hasNoRecord(pair)) {
      const { key, storedAt } = pair.object;
      const isRecent = !isStray(dependencies, pair);
      if (isRecent) recent += 1;
      else strays += 1;
      onStray({ key, storedAt, isRecent });
    }
    if (object === undefined && (await isMissing(dependencies, record))) {
      missing += 1;
      if (missing <= maxMissingIds) missingIds.push(record.id);
    }
  }
  const isSuspicious = exceedCrashes({ objects, records, strays });
  return { objects, records, strays, recent, isSuspicious, removed: 0, missing, missingIds };
};

/** A crash leaves at most one stray. Without any record, the service probably uses the wrong store. */
const exceedCrashes = ({
  objects,
  records,
  strays,
}: Pick<MediaComparison, 'objects' | 'records' | 'strays'>): boolean =>
  strays > 0 && (records === 0 || (strays > 10 && strays * 100 > objects));

type PairWithoutRecord = Extract<MediaPair, { readonly record: undefined }>;

const hasNoRecord = (pair: MediaPair): pair is PairWithoutRecord =>
  pair.record === undefined && !pair.isVariant && isOwn(pair.object.key);

const isStray = ({ clock }: CompareDependencies, pair: MediaPair): pair is PairWithoutRecord =>
  hasNoRecord(pair) && clock.now() - pair.object.storedAt > strayAfterMs;

/** Whether the core can have generated the key of a file or of a variant. */
const isOwn = (key: string): boolean => isMediaKey(key) || originalKeyOf(key) !== undefined;

/** Checks again, because the file may have been added or deleted since the record was read. */
const isMissing = async (
  { blobs, media }: CompareDependencies,
  file: MediaFile,
): Promise<boolean> => {
  if (file.state !== 'ready' || (await blobs.stat(objectKeyOf(file))) !== undefined) return false;
  // A deletion and a replacement change the record before they remove the object.
  const current = await media.findById(file.id);
  return current?.state === 'ready' && objectKeyOf(current) === objectKeyOf(file);
};

const removeStrays = async (dependencies: CompareDependencies, signal: Signal): Promise<number> => {
  let removed = 0;
  for await (const pair of walkMedia(dependencies)) {
    if (signal.aborted) break;
    if (!isStray(dependencies, pair)) continue;
    if (await removeStray(dependencies, pair.object.key)) removed += 1;
  }
  return removed;
};

const reportMissing = (
  { log }: CompareDependencies,
  { missing, missingIds }: MediaComparison,
): void =>
  log.error('Media files have a record but no bytes: restore the objects, or delete the files', {
    missing,
    media: missingIds.join(' '),
  });

const reportSuspicion = (
  { log }: CompareDependencies,
  { strays, objects, records }: MediaComparison,
): void =>
  log.warn(
    'More objects have no record than crashes can leave, so none was removed. The database may belong to other files, or was restored from a backup. Connect the service to the right database or, if the objects are not needed, run a comparison that removes all of them',
    { strays, objects, records },
  );
