import type { File, FileMetadata } from '@google-cloud/storage';
import type { GcsBucket } from './gcs-bucket.ts';
import { ask, askIfThere } from './questions.ts';

/** What the bucket says about an object. */
export interface StoredObject {
  /** Bytes; not a number if the bucket does not say. */
  readonly size: number;
  /** Of all bytes, base64: https://cloud.google.com/storage/docs/data-validation */
  readonly crc32c: string | undefined;
  /** Changes with every writing of a name. */
  readonly generation: number;
  /** Of the upload that made it. */
  readonly uploadId: unknown;
}

/** The name, in an object's own metadata, of the id of its upload. */
export const uploadIdName = 'quoin-upload';

export const storedObject = (metadata: FileMetadata): StoredObject => ({
  size: Number(metadata.size),
  crc32c: metadata.crc32c,
  generation: Number(metadata.generation),
  uploadId: metadata.metadata?.[uploadIdName],
});

/** @throws DomainError `dependency_unavailable`. */
export const findObject = async (gcs: GcsBucket, file: File): Promise<StoredObject | undefined> => {
  const answer = await askIfThere(gcs, () => file.getMetadata());
  return answer && storedObject(answer[0]);
};

/** Removes this writing of the object and no other. @throws DomainError `dependency_unavailable`. */
export const removeObject = async (
  gcs: GcsBucket,
  file: File,
  { generation }: StoredObject,
): Promise<void> => {
  await ask(gcs, () => file.delete({ ignoreNotFound: true, ifGenerationMatch: generation }));
};
