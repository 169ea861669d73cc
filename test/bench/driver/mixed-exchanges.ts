import { pageIds, sentences } from '../posts.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import type { Exchange } from './driver.ts';

/** How many of the newest items are read and updated. */
export const hot = 1_000;
const limit = 50;

export interface MixedRequests {
  /** How many posts there are. */
  readonly rows: number;
  /** The share of updates, from 0 to 1. */
  readonly writes: number;
  readonly token: string;
}

/**
 * Reads, half lists and half items, and updates of the same items. Every item by id and one of 32 lists is checked to
 * contain each update that was acknowledged before the read began, on any connection.
 */
export const mixedExchanges = ({ rows, writes, token }: MixedRequests): (() => Exchange) => {
  const random = seededRandom(1);
  const ids = pageIds(rows, 0, hot);
  const content = sentences.slice(0, 14).join(' ');
  /** The version that the last acknowledged update gave the item. */
  const versions = new Map<string, number>();
  /** The version that each acknowledged update gave its item. */
  const versionOfRevision = new Map<number, number>();
  /** Greater than those of earlier runs on the same items. */
  const firstRevision = Date.now() * 1_000;
  let revision = firstRevision;
  let pages = 0;

  const randomId = (): string => ids[Math.floor(random() * ids.length)] ?? '';

  const update = (): Exchange => {
    const id = randomId();
    revision += 1;
    const own = revision;
    return {
      method: 'PUT',
      path: `/api/content/${id}`,
      headers: { Authorization: `Bearer ${token}` },
      json: { data: { content, revision: own } },
      checkHead: (head) => {
        const version = versionIn(head);
        versionOfRevision.set(own, version);
        versions.set(id, Math.max(version, versions.get(id) ?? 0));
        return undefined;
      },
      checkJson:
        (own - firstRevision) % 32 === 1
          ? ({ data: { data } }) =>
              data.revision === own ? undefined : `revision ${data.revision} instead of ${own}`
          : undefined,
    };
  };

  const item = (): Exchange => {
    const id = randomId();
    const atLeast = versions.get(id) ?? 0;
    return {
      path: `/api/content/${id}`,
      checkHead: (head) => {
        const version = versionIn(head);
        return version >= atLeast ? undefined : `stale: version ${version} after ${atLeast}`;
      },
    };
  };

  const page = (): Exchange => {
    const offset = Math.floor(random() * (ids.length / limit)) * limit;
    pages += 1;
    const path = `/api/content?limit=${limit}&offset=${offset}`;
    if (pages % 32 !== 1) return { path, minBytes: limit * 500 };
    const shown = ids.slice(offset, offset + limit);
    const atLeast = shown.map((id) => versions.get(id) ?? 0);
    return {
      path,
      checkJson: ({ data }: { readonly data: readonly Listed[] }) => {
        if (data.length !== shown.length) return `${data.length} items`;
        const stale = data.find(
          (each, index) => each.id !== shown[index] || versionOf(each) < (atLeast[index] ?? 0),
        );
        return stale === undefined ? undefined : `stale or in a wrong place: ${stale.id}`;
      },
    };
  };

  /** An update that is not acknowledged yet is newer than all that are. */
  const versionOf = ({ data }: Listed): number => {
    const { revision: shown = 0 } = data;
    return shown <= firstRevision ? 0 : (versionOfRevision.get(shown) ?? Infinity);
  };

  return () => {
    if (random() < writes) return update();
    return random() < 0.5 ? item() : page();
  };
};

interface Listed {
  readonly id: string;
  readonly data: { readonly revision?: number };
}

const versionIn = (head: string): number => {
  const [, digits] = /\r\netag: *(?:W\/)?"(\d+)/i.exec(head) ?? [];
  if (digits === undefined) throw new Error('the response has no version');
  return Number(digits);
};
