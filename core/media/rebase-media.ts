import { authorize } from '../access/policy.ts';
import type { ContentWriter } from '../content/content-writer.ts';
import { retryOnConflict } from '../content/stored-item.ts';
import type { Hook } from '../hooks/hook.ts';
import type { KeyedGates } from '../limits/gate.ts';
import type { Actor } from '../model/actor.ts';
import { encodeData, followOrigin, type ContentItem } from '../model/content/content-item.ts';
import type { Dependencies } from '../ports/ports.ts';
import { invalid, resultOf, type DomainError } from '../primitives/errors.ts';
import { decodeJson, mapStrings, type JsonText } from '../primitives/json.ts';
import { findMediaUrls, mediaUrlPattern, rebaseMediaUrls, type MediaUrl } from './media-urls.ts';

export interface RebaseMedia {
  /** The new base. The base of a URL is what precedes the key of the file, without a slash. */
  readonly to: string;
  /** The base of the URLs to rewrite. By default every base except the new one. */
  readonly from?: string | undefined;
  /** Continues after the item with this id. */
  readonly after?: string | undefined;
  /** Counts, and writes nothing. */
  readonly isDryRun?: boolean | undefined;
}

/** The result of one step. */
export interface RebasedMedia {
  /** How many items were read. */
  readonly items: number;
  /** How many of them were written. */
  readonly changed: number;
  /** How many URLs were rewritten, by their former base. */
  readonly urls: ReadonlyMap<string, number>;
  /** The items that could not be written. */
  readonly failed: readonly FailedItem[];
  /** The id of the last item read; undefined when there were no more items. */
  readonly last: string | undefined;
}

export interface FailedItem {
  readonly id: string;
  readonly slug: string;
  readonly error: DomainError;
}

export type RebaseDependencies = Pick<Dependencies, 'contents' | 'collections' | 'media'> & {
  readonly contentWriter: ContentWriter;
  readonly itemGates: KeyedGates;
  readonly hooks: readonly Hook[];
};

/** Items per step, so that a step ends soon. */
const stepLimit = 100;

export const rebaseMedia =
  (dependencies: RebaseDependencies) =>
  async (
    actor: Actor,
    { to, from, after, isDryRun = false }: RebaseMedia,
  ): Promise<RebasedMedia> => {
    authorize(actor, 'administer');
    const rewrite = rewriter(dependencies, to, parseBase(from));
    const items = await dependencies.contents.listAfter(after, stepLimit);
    const urls = new Map<string, number>();
    const failed: FailedItem[] = [];
    let changed = 0;
    for (const item of items) {
      const outcome = await resultOf(() =>
        rewriteItem(dependencies, item, rewrite, async (before, data) =>
          writeData(dependencies, actor, before, data, isDryRun),
        ),
      );
      if (!outcome.ok) {
        failed.push({ id: item.id, slug: item.slug, error: outcome.error });
        continue;
      }
      if (outcome.value.length > 0) changed += 1;
      for (const { base } of outcome.value) urls.set(base, (urls.get(base) ?? 0) + 1);
    }
    return { items: items.length, changed, urls, failed, last: items.at(-1)?.id };
  };

/** An empty base would match a key after any text. */
const parseBase = (from: string | undefined): string | undefined => {
  if (from === undefined || /^https?:\/\/[^/]/.test(from)) return from?.replace(/\/+$/, '');
  throw invalid('invalid_input', [{ path: 'from', message: 'must be an http or https URL' }]);
};

/** @returns false if the item has changed, or its collection does not exist. */
export const writeData = async (
  { collections, contentWriter }: Pick<RebaseDependencies, 'collections' | 'contentWriter'>,
  actor: Actor,
  before: ContentItem,
  data: JsonText,
  isDryRun = false,
): Promise<boolean> => {
  const collection = await collections.findById(before.collectionId);
  if (collection === undefined) return false;
  const change = {
    kind: 'update',
    before,
    item: withData(before, data),
    collection,
    sharing: { isForced: true, keepsOrigin: true },
  } as const;
  return isDryRun || (await contentWriter.write(actor, change)) !== undefined;
};

/** Data with rewritten URLs, and the URLs as they were before. */
interface Rewritten {
  readonly data: JsonText;
  readonly urls: readonly MediaUrl[];
}

export type Rewrite = (data: JsonText) => Promise<Rewritten>;

/** @returns the former URLs; none if nothing changed or the item was deleted. */
export const rewriteItem = async (
  dependencies: RebaseDependencies,
  listed: ContentItem,
  rewrite: Rewrite,
  write: (before: ContentItem, data: JsonText) => Promise<boolean>,
): Promise<readonly MediaUrl[]> => {
  let before: ContentItem | undefined = listed;
  return retryOnConflict(dependencies, listed.id, async () => {
    if (before === undefined) return [];
    const { data, urls } = await rewrite(before.data);
    if (urls.length === 0 || (await write(before, data))) return urls;
    before = await dependencies.contents.findById(listed.id);
    return undefined;
  });
};

const rewriter = (
  { media }: Pick<RebaseDependencies, 'media'>,
  to: string,
  from: string | undefined,
): Rewrite => {
  const pattern = mediaUrlPattern(from);
  const storedKeys = new Map<string, boolean>();
  const isStored = async (key: string): Promise<boolean> => {
    const stored = storedKeys.get(key) ?? (await media.findByKey(key))?.state === 'ready';
    storedKeys.set(key, stored);
    return stored;
  };
  return async (text) => {
    const data = decodeJson(text);
    const candidates: MediaUrl[] = [];
    mapStrings(data, (value) => {
      candidates.push(...findMediaUrls(value, pattern).filter(({ base }) => base !== to));
      return value;
    });
    const urls: MediaUrl[] = [];
    for (const url of candidates) if (await isStored(url.key)) urls.push(url);
    if (urls.length === 0) return { data: text, urls };
    const rebased = mapStrings(data, (value) =>
      rebaseMediaUrls(value, pattern, to, (key) => storedKeys.get(key) === true),
    );
    return { data: encodeData(rebased), urls };
  };
};

const withData = (before: ContentItem, data: JsonText): ContentItem => ({
  ...before,
  data,
  version: before.version + 1,
  origin: before.origin && followOrigin(before.origin, before),
});
