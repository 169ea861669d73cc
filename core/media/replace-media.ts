import { authorize, authorizeAnywhere } from '../access/policy.ts';
import type { AfterCommit, Notify } from '../events/notification.ts';
import { mediaEvent } from '../events/stored-event.ts';
import type { AskHooks } from '../hooks/ask-hooks.ts';
import type { Actor } from '../model/actor.ts';
import { auditNote } from '../model/audit-entry.ts';
import { objectKeyOf, parseOriginalName, type MediaFile } from '../model/media/media-file.ts';
import type { ReplacedObject } from '../model/media/media-filter.ts';
import type { Dependencies } from '../ports/ports.ts';
import { DomainError, hasCode, invalid } from '../primitives/errors.ts';
import { atMost, peek } from './byte-stream.ts';
import { removeObject } from './delete-media.ts';
import { nameAs } from './download-name.ts';
import { inspectedBytes } from './media-type.ts';
import { describeMedia, type DescribeMediaDependencies } from './new-media.ts';
import { findReady } from './read-media.ts';
import { measure, putConfirmed } from './store-object.ts';

export const mediaAddresses = ['keep', 'new'] as const;
export type MediaAddress = (typeof mediaAddresses)[number];

export interface ReplaceMedia {
  /** The file name from the client, by which the type of texts is detected, and the new address named. Not trusted. */
  readonly originalName: string;
  /** Read once, as it arrives. Never held in memory as a whole. */
  readonly body: AsyncIterable<Uint8Array>;
  /** `keep` by default: the address stays. With `new`, the former file stays beside this one, under the former address. */
  readonly address?: MediaAddress | undefined;
  /** Whether addresses lead to this service. If not, none can be kept. */
  readonly servesAddresses: boolean;
}

export interface ReplacedMedia {
  readonly file: MediaFile;
  /** What the file was before, under its former address; only with a new one. */
  readonly former?: MediaFile | undefined;
}

type ReplaceDependencies = DescribeMediaDependencies &
  Pick<Dependencies, 'media' | 'blobs' | 'log'> & {
    readonly askHooks: AskHooks;
    readonly notify: Notify;
    readonly afterCommit: AfterCommit;
    readonly uploadMaxBytes: number;
  };

/**
 * Stores the bytes under a new key first. Then the record names them, and the former object is removed. What a crash leaves is an
 * object without a record, which the comparison with the store removes.
 */
export const replaceMedia =
  (dependencies: ReplaceDependencies) =>
  async (
    actor: Actor,
    id: string,
    { originalName, body, address = 'keep', servesAddresses }: ReplaceMedia,
  ): Promise<ReplacedMedia> => {
    authorizeAnywhere(actor, 'edit');
    const file = await findReady(dependencies, id);
    authorize(actor, 'edit', { ownerId: file.uploadedBy });
    if (address === 'keep' && !servesAddresses) throw addressNotKept();
    const stored = await storeObject(dependencies, actor, file, originalName, body);
    let hasReplaced = false;
    try {
      await dependencies.askHooks({
        operation: 'media.upload',
        actor,
        file: { ...file, ...replacementOf(file, stored, address) },
      });
      const replaced = await nameObject(dependencies, actor, file.id, stored, address);
      hasReplaced = true;
      await dependencies.notify({ type: 'stored' });
      return replaced;
    } catch (error) {
      // It is unknown whether the record names the object now. If not, the comparison with the store removes it.
      const isUnknown = hasCode(error, 'dependency_unavailable');
      if (!hasReplaced && !isUnknown) await discard(dependencies, stored.key);
      throw error;
    }
  };

/** @returns the record that an upload of the bytes would have. */
const storeObject = async (
  dependencies: ReplaceDependencies,
  actor: Actor,
  { kind }: MediaFile,
  originalName: string,
  source: AsyncIterable<Uint8Array>,
): Promise<MediaFile> => {
  const { head, body, release } = await peek(source, inspectedBytes);
  try {
    const described = await describeMedia(dependencies, actor, { originalName }, head);
    if (described.kind !== kind) throw otherKind(kind, described);
    const { mediaInspector, blobs, uploadMaxBytes } = dependencies;
    const { bytes, measured } = measure(mediaInspector, described, atMost(body, uploadMaxBytes));
    try {
      const size = await putConfirmed(blobs, described, bytes);
      return { ...described, ...(await measured), size };
    } catch (error) {
      await discard(dependencies, described.key);
      throw error;
    }
  } finally {
    await release();
  }
};

/** Replacements at the same time follow each other: each has bytes of its own, and replaces those of the one before. */
const nameObject = async (
  dependencies: ReplaceDependencies,
  actor: Actor,
  id: string,
  stored: MediaFile,
  address: MediaAddress,
): Promise<ReplacedMedia> => {
  const { media, ids, clock } = dependencies;
  for (;;) {
    const before = await findReady(dependencies, id);
    const now = clock.now();
    const object = replacementOf(before, stored, address);
    const formerId = address === 'new' ? ids.next() : undefined;
    const note = auditNote(actor, { action: 'media.update', id, detail: 'file' });
    const event = mediaEvent('updated', { ...before, ...object }, now, note);
    const expectedObject = objectKeyOf(before);
    const file = await media.replaceObject({ id, expectedObject, object, formerId, now }, event);
    if (file === undefined) continue;
    if (formerId !== undefined) return { file, former: { ...before, id: formerId } };
    await dependencies.afterCommit(() => discard(dependencies, expectedObject));
    return { file };
  }
};

/** The name stays, with the ending of the new type. */
const replacementOf = (
  before: MediaFile,
  { key, filename, mimeType, size, width, height }: MediaFile,
  address: MediaAddress,
): ReplacedObject => {
  const ending = filename.slice(filename.lastIndexOf('.') + 1);
  const name = mimeType === before.mimeType ? before.originalName : nameAs(before, ending);
  const object = { originalName: parseOriginalName(name), mimeType, size, width, height };
  return address === 'new'
    ? { ...object, key, filename }
    : { ...object, key: before.key, filename: before.filename, objectKey: key };
};

/** Best effort: the comparison with the store removes what cannot be removed now. */
const discard = async (
  { blobs, log }: Pick<ReplaceDependencies, 'blobs' | 'log'>,
  key: string,
): Promise<void> => {
  try {
    await removeObject(blobs, key);
  } catch (error) {
    log.warn('Replaced bytes could not be removed; the comparison retries', { key }, error);
  }
};

const otherKind = (kind: MediaFile['kind'], other: MediaFile): DomainError =>
  invalid('media_type_refused', [
    {
      path: 'file',
      message: `must be of the kind ${kind}, not ${other.kind}: upload it as a new file`,
    },
  ]);

const addressNotKept = (): DomainError =>
  new DomainError('address_not_kept', 'The file cannot be replaced under its address', {
    details:
      'MEDIA_BASE_URL is set, so files are not sent by this service. Replace it with address=new, which writes a new address into all uses',
  });
