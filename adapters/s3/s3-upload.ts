import { randomUUID } from 'node:crypto';
import type { CompletedPart } from '@aws-sdk/client-s3';
import { DomainError, type BlobInfo } from '../../core/index.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { isNotImplemented } from './s3-errors.ts';
import { partsOf, type Part, type Source } from './s3-parts.ts';

/** The name of the upload's id in the metadata of its object. */
const uploadIdName = 'quoin-upload';

const oneYearS = 31_536_000;

interface Target {
  readonly Bucket: string;
  readonly Key: string;
}

/** No object with this key may exist. */
type Condition = { readonly IfNoneMatch?: '*' };

/**
 * Creates one object: from a small body with a single request, from a larger one with a multipart upload,
 * part by part. The request that creates the object is sent after the body has ended.
 *
 * @throws what `body` throws; DomainError `id_taken`, `dependency_unavailable`.
 */
export const upload = async (
  s3: S3Bucket,
  key: string,
  body: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<BlobInfo> => {
  const id = randomUUID();
  const target = { Bucket: s3.name, Key: key };
  const properties = {
    ContentType: contentType,
    CacheControl: `public, max-age=${oneYearS}, immutable, no-transform`,
    Metadata: { [uploadIdName]: id },
  };
  const source: Source = { size: 0, failure: undefined };
  const parts = partsOf(body, source);
  try {
    const { value: first } = await parts.next();
    if (first === undefined) throw new Error('A body has at least one part');
    if (first.isLast) {
      await createIfFree(s3, key, (condition) => {
        const input = { ...target, ...properties, ...condition, Body: first.bytes };
        return s3.call((options) => s3.client.putObject(input, options), s3.timeouts.transferMs);
      });
    } else {
      await uploadParts(s3, target, properties, first, parts);
    }
  } catch (error) {
    if (source.failure !== undefined) throw source.failure.error;
    // If only the response was lost, the object exists, and another attempt finds its key taken.
    if (!(await isCreatedBy(s3, key, id))) throw error;
  } finally {
    await parts.return(undefined);
  }
  return { size: source.size };
};

const uploadParts = async (
  s3: S3Bucket,
  target: Target,
  properties: object,
  first: Part,
  rest: AsyncIterable<Part>,
): Promise<void> => {
  const { UploadId } = await s3.call((options) =>
    s3.client.createMultipartUpload({ ...target, ...properties }, options),
  );
  const sent = { ...target, UploadId };
  const { transferMs } = s3.timeouts;
  const done: CompletedPart[] = [];
  const send = async ({ bytes }: Part): Promise<void> => {
    const PartNumber = done.length + 1;
    const input = { ...sent, PartNumber, Body: bytes };
    const { ETag } = await s3.call((options) => s3.client.uploadPart(input, options), transferMs);
    done.push({ PartNumber, ETag });
  };
  try {
    await send(first);
    for await (const part of rest) await send(part);
    await createIfFree(s3, target.Key, (condition) => {
      const input = { ...sent, ...condition, MultipartUpload: { Parts: done } };
      return s3.call((options) => s3.client.completeMultipartUpload(input, options), transferMs);
    });
  } catch (error) {
    // Otherwise the bucket keeps the parts, and they cost money. If this fails too, the first error counts.
    await s3
      .call((options) => s3.client.abortMultipartUpload(sent, options))
      .catch(() => undefined);
    throw error;
  }
};

/**
 * Servers other than Amazon's may ignore the condition, or reject it. There the key is looked up first, so
 * that only a concurrent upload of the same key can be overwritten.
 */
const createIfFree = async (
  s3: S3Bucket,
  key: string,
  create: (condition: Condition) => Promise<unknown>,
): Promise<void> => {
  if (s3.isOther && (await s3.findObject(key)) !== undefined) {
    throw new DomainError('id_taken', 'An object with this key exists already');
  }
  try {
    await create({ IfNoneMatch: '*' });
  } catch (error) {
    if (!(error instanceof DomainError) || !isNotImplemented(error.cause)) throw error;
    await create({});
  }
};

const isCreatedBy = async (s3: S3Bucket, key: string, id: string): Promise<boolean> =>
  (await s3.findObject(key))?.Metadata?.[uploadIdName] === id;
