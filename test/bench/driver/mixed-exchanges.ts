import { postId } from '../data/posts.ts';
import { sentencesOf } from '../data/sentences.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import type { Exchange } from './exchange.ts';
import type { MixedRequests } from './load.ts';
import type { Received } from './response-reader.ts';

const limit = 50;

/**
 * Reads and updates of the same items. Every response to a read is checked to contain each update that was
 * acknowledged before the read began, on whichever connection.
 */
export const mixedExchanges = ({ data, writes, hot, token }: MixedRequests): (() => Exchange) => {
  const random = seededRandom(data.seed);
  const sentences = sentencesOf(data.seed);
  const ids = Array.from({ length: hot }, (_, index) => postId(data, data.rows - 1 - index));
  /** The version that the last acknowledged update gave the item. */
  const versions = new Map<string, number>();
  /** The version that each acknowledged update gave its item. */
  const versionOfRevision = new Map<number, number>();
  /** Greater than those of earlier runs on the same items. */
  const firstRevision = Date.now() * 1_000;
  let revision = firstRevision;
  let updates = 0;
  let pages = 0;

  const randomId = (): string => ids[Math.floor(random() * hot)] ?? '';

  const update = (isChecked: boolean): Exchange => {
    const id = randomId();
    revision += 1;
    const own = revision;
    const content = sentences.slice(0, 14).join(' ');
    return {
      method: 'PUT',
      path: `/api/content/${id}`,
      headers: { Authorization: `Bearer ${token}` },
      json: { data: { content, revision: own } },
      status: 200,
      isChecked,
      check: (received, json) => {
        const version = versionIn(received);
        versionOfRevision.set(own, version);
        versions.set(id, Math.max(version, versions.get(id) ?? 0));
        const shown = json === undefined ? own : json.data.data.revision;
        return shown === own ? undefined : `revision ${shown} instead of ${own}`;
      },
    };
  };

  const item = (): Exchange => {
    const id = randomId();
    const atLeast = versions.get(id) ?? 0;
    return {
      path: `/api/content/${id}`,
      status: 200,
      isChecked: false,
      check: (received) => {
        const version = versionIn(received);
        return version >= atLeast ? undefined : `stale: version ${version} after ${atLeast}`;
      },
    };
  };

  const page = (isChecked: boolean): Exchange => {
    const offset = Math.floor(random() * (hot / limit)) * limit;
    const shown = isChecked ? ids.slice(offset, offset + limit) : [];
    const atLeast = shown.map((id) => versions.get(id) ?? 0);
    return {
      path: `/api/content?limit=${limit}&offset=${offset}`,
      status: 200,
      isChecked,
      check: ({ length }, json) => {
        if (json === undefined) return length > limit * 500 ? undefined : `only ${length} bytes`;
        const listed: readonly Listed[] = json.data;
        if (listed.length !== shown.length) return `${listed.length} items`;
        const stale = listed.find(
          (each, index) => each.id !== shown[index] || versionOf(each) < (atLeast[index] ?? 0),
        );
        return stale === undefined ? undefined : `stale or in a wrong place: ${stale.id}`;
      },
    };
  };

  /** An update that is not acknowledged yet is newer than all that are. */
  const versionOf = ({ data: { revision: shown = 0 } }: Listed): number =>
    shown <= firstRevision ? 0 : (versionOfRevision.get(shown) ?? Number.POSITIVE_INFINITY);

  return () => {
    if (random() < writes) {
      updates += 1;
      return update(updates % 32 === 1);
    }
    if (random() < 0.5) return item();
    pages += 1;
    return page(pages % 32 === 1);
  };
};

interface Listed {
  readonly id: string;
  readonly data: { readonly revision?: number };
}

const versionIn = ({ text }: Received): number => {
  const [, digits] = /\r\netag: *(?:W\/)?"(\d+)/i.exec(text) ?? [];
  if (digits === undefined) throw new Error('the response has no version');
  return Number(digits);
};
