import { authorize } from '../access/policy.ts';
import { visibleFilter } from '../access/visibility.ts';
import { itemReader } from '../content/item-reader.ts';
import { readOnBasis, type BasisDependencies, type Decided } from '../content/read-on-basis.ts';
import { findReady } from '../media/read-media.ts';
import { skipBytes } from '../limits/costly-reads.ts';
import type { Actor } from '../model/actor.ts';
import type { BasedRead } from '../model/basis.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import {
  targetOf,
  targetsOfMedia,
  type ReferenceTarget,
  type Referrer,
} from '../model/content/reference.ts';
import type { Dependencies } from '../ports/ports.ts';
import { parsePage, type Page, type PageRequest } from '../primitives/paging.ts';

export interface ListReferrers extends PageRequest {
  /** The id of an item or of a media file. */
  readonly id: string;
  /** The caller's address, for the rate limit. */
  readonly client: string;
}

export interface ReferrerListing {
  readonly referrers: readonly Referrer[];
  /** Whether there are entries after this page. */
  readonly hasMore: boolean;
}

export const listReferrers =
  (dependencies: BasisDependencies) =>
  async (actor: Actor, { id, client, ...request }: ListReferrers): Promise<ReferrerListing> => {
    authorize(actor, 'read_references');
    const page = parsePage(request);
    const { value } = await readOnBasis(dependencies, actor, { client }, async (decided) => {
      const read = await itemReader({ id }).read(decided);
      if (!read.isCurrent) return read;
      return readReferrers(decided, await targetsOfItem(decided, read.value.item), page);
    });
    return value;
  };

/** A reference to an item that has translations is one to all of them. */
const targetsOfItem = async (
  { repositories }: Decided,
  { id, locale }: ContentItem,
): Promise<readonly ReferenceTarget[]> => {
  if (locale === undefined) return [targetOf('item', id)];
  const groups = await repositories.references.findGroups([id]);
  const ids = groups.flatMap(({ items, formerIds }) => [...items, ...formerIds]);
  return [...new Set([id, ...ids])].map((each) => targetOf('item', each));
};

export const listMediaUsage =
  (dependencies: BasisDependencies & Pick<Dependencies, 'media'>) =>
  async (actor: Actor, { id, client, ...request }: ListReferrers): Promise<ReferrerListing> => {
    authorize(actor, 'read_references');
    const page = parsePage(request);
    const file = await findReady(dependencies, id);
    const { value } = await readOnBasis(dependencies, actor, { client }, (decided) =>
      readReferrers(decided, targetsOfMedia(file), page),
    );
    return value;
  };

const readReferrers = async (
  { repositories, view, basis, spend }: Decided,
  targets: readonly ReferenceTarget[],
  { limit, offset }: Page,
): Promise<BasedRead<ReferrerListing>> => {
  // One more than requested shows whether there is a next page.
  const query = { ...visibleFilter({}, view.audience), targets, offset, limit: limit + 1 };
  await spend(offset * skipBytes.lookedUp);
  const read = await repositories.references.listReferrers(query, basis);
  if (!read.isCurrent) return read;
  const { value } = read;
  return {
    ...read,
    value: { referrers: value.slice(0, limit), hasMore: value.length > limit },
  };
};
