import {
  rankMatches,
  visibleFilter,
  wordsMatching,
  type BasedRead,
  type Basis,
  type ClaimStep,
  type CopySearchEntry,
  type IndexStep,
  type SearchEntry,
  type SearchPage,
  type SearchQuery,
  type SearchRepository,
  type SearchTerm,
  type SearchText,
  type Shown,
  type View,
} from 'quoin/core/store';
import { simpleLanguage, type IndexProgress } from 'quoin/core/vocabulary';
import type { Access } from '../work/access.ts';
import { readOn } from '../work/basis.ts';
import type { Db } from '../work/db.ts';
import { matching, tableOf } from './items.ts';
import type { Part } from './part.ts';

/** What has made entries outdated, and how far the walk has come that replaces them. */
interface SearchIndex {
  /** The number of the last rebuild. */
  readonly rebuild: number;
  /** By collection; for all of them by {@link all}. */
  readonly rebuilds: Readonly<Record<string, number>>;
  readonly walk: Walk | undefined;
  readonly done: number;
  readonly endedAt: number;
  readonly leasedUntil: number;
}

interface Walk {
  readonly target: number;
  readonly after?: string | undefined;
}

const all = '';
const stepSize = 50;

/** The search in the language `simple`. Compares the words of every item that matches the filter. */
export class SqliteSearch implements SearchRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async search(
    query: SearchQuery,
    { audience, shown }: View,
    basis: Basis,
  ): Promise<BasedRead<SearchPage>> {
    const { sql, values } = matching(visibleFilter(query, audience), 's.');
    return readOn(this.#access, basis, (db) =>
      rankMatches(
        db
          .all<{ readonly id: string; readonly bytes: number; readonly text: string | null }>(
            `select s.id, octet_length(s.data) as bytes, ${textIn[shown]} as text from ${tableOf[shown]} s
              left join search e on e.content_id = s.id left join copy_search c on c.content_id = s.id
              where ${sql} order by s.created_at desc, s.id desc`,
            ...values,
          )
          .map(({ id, bytes, text }) => ({ id, bytes, text: textOf(text) })),
        query,
      ),
    );
  }

  async matchingWords(
    words: readonly string[],
    terms: readonly SearchTerm[],
  ): Promise<ReadonlySet<string>> {
    return wordsMatching(words, terms);
  }

  async languages(): Promise<readonly string[]> {
    return [simpleLanguage];
  }

  async useLanguages(): Promise<void> {
    await this.outdate(all);
  }

  async outdate(collectionId: string): Promise<void> {
    await this.#access.write((db) => {
      const { rebuild, rebuilds } = indexOf(db);
      putIndex(db, {
        rebuild: rebuild + 1,
        rebuilds: { ...rebuilds, [collectionId]: rebuild + 1 },
      });
    });
  }

  async claimStep(claim: ClaimStep): Promise<IndexStep | undefined> {
    return this.#access.write((db) => {
      const index = indexOf(db);
      if (!isDue(index, claim)) return undefined;
      const { target, after }: Walk = index.walk ?? { target: index.rebuild };
      putIndex(db, { walk: { target, after }, leasedUntil: Date.now() + claim.leaseMs });
      const outdated = findOutdated(db, index, after);
      const last = outdated.length === stepSize ? outdated.at(-1)?.id : undefined;
      return {
        ids: outdated.flatMap(({ id, isItem }) => (isItem ? [id] : [])),
        copyIds: outdated.flatMap(({ id, isCopy }) => (isCopy ? [id] : [])),
        step: JSON.stringify({ target, after: last }),
      };
    });
  }

  async progress(): Promise<IndexProgress> {
    return this.#access.read((db) => {
      const { rebuilds, walk, done } = indexOf(db);
      const last = Math.max(0, ...Object.values(rebuilds));
      // A walk that began before the last cause makes no entry current.
      const after = walk !== undefined && walk.target >= last ? (walk.after ?? '') : '';
      const [total, left] = [countAfter(db, ''), countAfter(db, after)];
      return last <= done
        ? { status: 'current', remaining: 0, total }
        : { status: 'rebuilding', remaining: left, total };
    });
  }

  async store(step: string, entries: readonly SearchEntry[]): Promise<void> {
    await this.#access.write((db) => {
      for (const { id, version, text } of entries) {
        const stored = db.get('select 1 from items where id = ? and version = ?', id, version);
        if (stored !== undefined) putEntry(db, 'search', id, version, text, walkOf(step).target);
      }
    });
  }

  async storeCopies(step: string, entries: readonly CopySearchEntry[]): Promise<void> {
    await this.#access.write((db) => {
      for (const { contentId: id, version, text } of entries) {
        const stored = db.get(
          'select 1 from copies where content_id = ? and version = ?',
          id,
          version,
        );
        if (stored !== undefined)
          putEntry(db, 'copy_search', id, version, text, walkOf(step).target);
      }
    });
  }

  async endStep(step: string): Promise<void> {
    const { target, after } = walkOf(step);
    await this.#access.write((db) => {
      if (indexOf(db).walk?.target !== target) return;
      const isEnd = after === undefined;
      const end = { walk: undefined, done: target, endedAt: Date.now() };
      putIndex(db, { leasedUntil: 0, ...(isEnd ? end : { walk: { target, after } }) });
    });
  }
}

/** The text of the entry of what is shown. */
const textIn: Readonly<Record<Shown, string>> = {
  published: 'e.text',
  unpublished: 'iif(s.copy_version is null, e.text, c.text)',
};

const textOf = (text: string | null): SearchText | undefined =>
  text === null ? undefined : (JSON.parse(text) as SearchText);

const walkOf = (step: string): Walk => JSON.parse(step) as Walk;

const indexOf = (db: Db): SearchIndex => {
  const row = db.get<{ readonly search_index: string | null }>('select search_index from meta');
  const stored = JSON.parse(row?.search_index ?? '{}') as Partial<SearchIndex>;
  return {
    rebuild: 0,
    rebuilds: {},
    walk: undefined,
    done: 0,
    endedAt: 0,
    leasedUntil: 0,
    ...stored,
  };
};

const putIndex = (db: Db, changes: Partial<SearchIndex>): void => {
  db.run('update meta set search_index = ?', JSON.stringify({ ...indexOf(db), ...changes }));
};

export const rebuildOf = (db: Db): number => indexOf(db).rebuild;

const countAfter = (db: Db, after: string): number =>
  db.get<{ readonly count: number }>(
    'select count(*) as count from (select id from items union select content_id from copies) where id > ?',
    after,
  )?.count ?? 0;

const isDue = (
  { rebuilds, walk, done, endedAt, leasedUntil }: SearchIndex,
  { intervalMs }: ClaimStep,
): boolean => {
  const now = Date.now();
  return (
    leasedUntil <= now &&
    (walk !== undefined ||
      endedAt <= now - intervalMs ||
      Object.values(rebuilds).some((number) => number > done))
  );
};

interface Walked {
  readonly id: string;
  readonly collection_id: string | null;
  readonly copy_collection_id: string | null;
  readonly item: number | null;
  readonly copy: number | null;
}

interface Outdated {
  readonly id: string;
  readonly isItem: boolean;
  readonly isCopy: boolean;
}

/** `item` and `copy` are the rebuilds of the entries: -1 for an entry that is missing or of another version. */
const walked = `select ids.id, i.collection_id, c.collection_id as copy_collection_id,
    iif(i.id is null, null, iif(s.version = i.version, s.rebuild, -1)) as item,
    iif(c.content_id is null, null, iif(t.version = c.version, t.rebuild, -1)) as copy
  from (select id from items union select content_id from copies) ids
    left join items i on i.id = ids.id left join search s on s.content_id = ids.id
    left join copies c on c.content_id = ids.id left join copy_search t on t.content_id = ids.id
  where ids.id > ? order by ids.id`;

const findOutdated = (db: Db, { rebuilds }: SearchIndex, after = ''): readonly Outdated[] => {
  const isOutdated = (collectionId: string | null, rebuild: number | null): boolean =>
    rebuild !== null &&
    (rebuild < 0 || [collectionId ?? all, all].some((each) => (rebuilds[each] ?? 0) > rebuild));
  const found: Outdated[] = [];
  for (const row of db.each<Walked>(walked, after)) {
    const isItem = isOutdated(row.collection_id, row.item);
    const isCopy = isOutdated(row.copy_collection_id, row.copy);
    if (isItem || isCopy) found.push({ id: row.id, isItem, isCopy });
    if (found.length === stepSize) break;
  }
  return found;
};

const putEntry = (
  db: Db,
  table: 'copy_search' | 'search',
  id: string,
  version: number | string,
  text: SearchText,
  rebuild: number,
): void => {
  const later = db.get(`select 1 from ${table} where content_id = ? and rebuild > ?`, id, rebuild);
  if (later !== undefined) return;
  db.put(table, 'content_id', { content_id: id, version, rebuild, text: JSON.stringify(text) });
};

/** Without a new text, the entry is that of the new version if it was that of the former one. */
export const searchPart: Part = {
  apply: (db, change) => {
    const { id, version } = change.item;
    if (change.parts.search !== undefined) {
      putEntry(db, 'search', id, version, change.parts.search, rebuildOf(db));
    } else if ('before' in change) {
      const { version: before } = change.before;
      db.run(
        'update search set version = ? where content_id = ? and version = ?',
        version,
        id,
        before,
      );
    }
  },
  leaving: ['search'],
};
