import { isBlobKey, type StoredBlob } from '../../core/index.ts';
import type { GcsBucket } from './gcs-bucket.ts';
import { ask } from './questions.ts';

/** What the bucket gives at once at most. */
const pageMax = 1_000;

/**
 * Up to `limit` objects by ascending key: those after `after`, or the first ones. Names that are no
 * keys were made by somebody else and are passed over.
 *
 * @throws DomainError `dependency_unavailable`.
 */
export const listObjects = async (
  gcs: GcsBucket,
  after: string | undefined,
  limit: number,
): Promise<readonly StoredBlob[]> => {
  const blobs: StoredBlob[] = [];
  let pageToken: string | undefined;
  do {
    // The bucket begins with `after` itself, which is one more than wanted.
    const maxResults = Math.min(limit - blobs.length + 1, pageMax);
    const page = await readPage(gcs, { after, maxResults, pageToken });
    blobs.push(...(page.items ?? []).flatMap((object) => blobOf(object, after) ?? []));
    pageToken = page.nextPageToken;
  } while (blobs.length < limit && pageToken !== undefined);
  return blobs.slice(0, limit);
};

interface PageRequest {
  readonly after: string | undefined;
  readonly maxResults: number;
  readonly pageToken: string | undefined;
}

/** With `fields` the library hands out what the bucket answered, and not its own kind of file. */
interface Page {
  readonly items?: readonly ListedObject[];
  readonly nextPageToken?: string;
}

interface ListedObject {
  readonly name: string;
  readonly timeCreated: string;
}

const readPage = (gcs: GcsBucket, { after, maxResults, pageToken }: PageRequest): Promise<Page> =>
  ask(gcs, async () => {
    const [, , answer] = await gcs.bucket.getFiles({
      autoPaginate: false,
      maxResults,
      fields: 'items(name,timeCreated),nextPageToken',
      ...(after === undefined ? {} : { startOffset: after }),
      ...(pageToken === undefined ? {} : { pageToken }),
    });
    return answer as Page;
  });

const blobOf = (
  { name, timeCreated }: ListedObject,
  after: string | undefined,
): StoredBlob | undefined =>
  name === after || !isBlobKey(name) ? undefined : { key: name, storedAt: Date.parse(timeCreated) };
