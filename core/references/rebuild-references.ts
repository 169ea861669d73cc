import { referencesOf } from '../collections/data/references-of.ts';
import { referringForm } from '../collections/referring-fields.ts';
import { pauses } from '../limits/pauses.ts';
import { singleRun } from '../limits/single-run.ts';
import type { Collection } from '../model/collection.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import { areSameReferences } from '../model/content/reference.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { ItemReferences, ReferenceIndex } from '../ports/repositories/reference-repository.ts';
import { decodeJson } from '../primitives/json.ts';
import type { Signal } from '../primitives/signal.ts';
import { day } from '../primitives/time.ts';

type RebuildDependencies = Pick<
  Dependencies,
  'references' | 'contents' | 'collections' | 'clock' | 'timer' | 'digest' | 'markdown'
> & { readonly mediaBaseUrl: string };

/** Items per step. */
const stepLimit = 100;

/** So that the collections of one run do not wait for a very large one. */
const stepsPerRun = 500;

/** Other programs, and earlier versions of this one, change items without their references. */
const walkIntervalMs = day;

export const rebuildReferences = (dependencies: RebuildDependencies) =>
  singleRun(async (signal) => run(dependencies, signal));

const run = async (dependencies: RebuildDependencies, signal: Signal): Promise<void> => {
  const { collections, references, clock, digest, mediaBaseUrl } = dependencies;
  const indexes = new Map(
    (await references.findIndexes()).map((index) => [index.collectionId, index]),
  );
  for (const collection of await collections.list()) {
    const form = await digest.sha256(referringForm(collection.schema, mediaBaseUrl));
    const index = indexes.get(collection.id);
    const isBegun = index?.form === form;
    const sinceMs = clock.now() - (index?.endedAt ?? -Infinity);
    // Also after the clock was set back.
    if (isBegun && sinceMs >= 0 && sinceMs < walkIntervalMs) continue;
    const after = isBegun && index.endedAt === undefined ? index.after : undefined;
    await walk(dependencies, collection, { collectionId: collection.id, form, after }, signal);
    if (signal.aborted) return;
  }
};

const walk = async (
  dependencies: RebuildDependencies,
  collection: Collection,
  start: Omit<ReferenceIndex, 'endedAt'>,
  signal: Signal,
): Promise<void> => {
  const { contents, references, clock } = dependencies;
  const pause = pauses(dependencies);
  let { after } = start;
  for (let step = 0; step < stepsPerRun && !signal.aborted; step += 1) {
    const items = await contents.listOfCollectionAfter(collection.id, after, stepLimit);
    const last = items.at(-1);
    if (last === undefined) {
      await references.saveIndex({ ...start, after: undefined, endedAt: clock.now() });
      return;
    }
    // The schema has changed: the next run begins again.
    if (!(await rebuild(dependencies, collection, items, pause))) return;
    after = { createdAt: last.createdAt, id: last.id };
    await references.saveIndex({ ...start, after, endedAt: undefined });
  }
};

/** @returns false if the collection has another version. */
const rebuild = async (
  { references, markdown, mediaBaseUrl }: RebuildDependencies,
  collection: Collection,
  items: readonly ContentItem[],
  pause: () => Promise<void>,
): Promise<boolean> => {
  const stored = await references.findReferences(items.map(({ id }) => id));
  const outdated: ItemReferences[] = [];
  for (const { id, version, data } of items) {
    const found = referencesOf(collection.schema, decodeJson(data), mediaBaseUrl, markdown);
    if (!areSameReferences(found, stored.get(id) ?? []))
      outdated.push({ id, version, references: found });
    await pause();
  }
  return outdated.length === 0 || references.replaceReferences(collection, outdated);
};
