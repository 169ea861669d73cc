import { authorizeSomewhere } from '../access/policy.ts';
import type { ContentWriter, JoinedWriter } from '../content/content-writer.ts';
import { assertJoinable } from '../content/joined-size.ts';
import { tooManyWrites } from '../content/stored-item.ts';
import { removeCopy } from '../drafts/stored-draft.ts';
import type { Actor } from '../model/actor.ts';
import type { ItemVersion } from '../model/content/content-change.ts';
import { invalid, resultOf, type DomainError } from '../primitives/errors.ts';
import { eachInTurn, errorOf, parseIds, type EntryOutcome } from '../limits/each-in-turn.ts';
import { pauses } from '../limits/pauses.ts';
import { actOn, type ActionDependencies, type BulkAction } from './bulk-action.ts';
import { clashesOf, clearReferencesTo } from './joined-changes.ts';

/** The most ids of one request. */
export const bulkMax = 500;

export interface BulkContent {
  /** `publish` publishes the working copy of a published item; `unpublish` makes a draft; `restore` restores from the trash. */
  readonly action: BulkAction;
  /** 1 to {@link bulkMax}. Repeated ids count once. */
  readonly ids: readonly string[];
  /** Where `move` moves to; other actions ignore it. */
  readonly collectionId?: string | undefined;
  /** Stores all changes in one commit, or none. */
  readonly atomic?: boolean | undefined;
}

/** What became of one id. */
export type BulkResult = { readonly id: string } & (
  | { readonly outcome: 'done' }
  | { readonly outcome: 'failed'; readonly error: DomainError }
  /** Not stored, because another change of the same commit failed. */
  | { readonly outcome: 'not_done' }
);

export interface BulkReport {
  /** Whether nothing was stored, because a change of an atomic request failed. */
  readonly isRejected: boolean;
  /** One for each id, in the order of the request. */
  readonly results: readonly BulkResult[];
}

type BulkDependencies = ActionDependencies & {
  readonly contentWriter: ContentWriter;
};

/** Each failed attempt means that another write succeeded. */
const maxAttempts = 20;

export const bulkContent =
  (dependencies: BulkDependencies) =>
  async (actor: Actor, command: BulkContent): Promise<BulkReport> => {
    authorizeSomewhere(actor, 'edit');
    const ids = parseItems(command);
    return command.atomic === true
      ? writeTogether(dependencies, actor, command, ids)
      : { isRejected: false, results: await writeEach(dependencies, actor, command, ids) };
  };

const parseItems = ({ action, ids, collectionId }: BulkContent): readonly string[] => {
  const items = parseIds(ids, bulkMax);
  if (action === 'move' && collectionId === undefined) {
    throw invalid('invalid_input', [{ path: 'collectionId', message: 'is required to move' }]);
  }
  return items;
};

const writeEach = async (
  dependencies: BulkDependencies,
  actor: Actor,
  command: BulkContent,
  ids: readonly string[],
): Promise<readonly BulkResult[]> => {
  const act = actOn(dependencies, command);
  return (await eachInTurn(dependencies, ids, (id) => act(actor, id))).map(resultOfEntry);
};

const failed = (id: string, error: DomainError): BulkResult => ({ id, outcome: 'failed', error });

const resultOfEntry = ({ id, error }: EntryOutcome): BulkResult =>
  error === undefined ? { id, outcome: 'done' } : failed(id, error);

const writeTogether = async (
  dependencies: BulkDependencies,
  actor: Actor,
  command: BulkContent,
  ids: readonly string[],
): Promise<BulkReport> => {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const joined = dependencies.contentWriter.join();
    const { decided, unchanged, removals } = await decideAll(
      dependencies,
      joined,
      actor,
      command,
      ids,
    );
    const clashes = await (command.action === 'delete'
      ? clearReferencesTo(dependencies, joined, actor)
      : clashesOf(dependencies.contents, joined.changes()));
    const results = withClashes(decided, clashes);
    if (results.some(({ outcome }) => outcome === 'failed')) return rejected(results);
    if (!(await joined.commit(unchanged))) continue;
    // What stays if one fails is a copy that equals its item.
    for (const removal of removals) await resultOf(removal);
    return { isRejected: false, results };
  }
  throw tooManyWrites();
};

/**
 * Asks for every change, and stores none.
 *
 * @returns also the items that need no change, and how to remove the copies that equal their items.
 * @throws DomainError that is no fault of an item, such as `overloaded`.
 */
const decideAll = async (
  dependencies: BulkDependencies,
  joined: JoinedWriter,
  actor: Actor,
  command: BulkContent,
  ids: readonly string[],
): Promise<{
  readonly decided: readonly BulkResult[];
  readonly unchanged: readonly ItemVersion[];
  readonly removals: readonly (() => Promise<boolean>)[];
}> => {
  const removals: (() => Promise<boolean>)[] = [];
  const act = actOn({ ...dependencies, contentWriter: joined }, command, async (...args) => {
    removals.push(() => removeCopy(...args));
    return true;
  });
  const pause = pauses(dependencies);
  const decided: BulkResult[] = [];
  const unchanged: ItemVersion[] = [];
  let isTooLarge = false;
  for (const id of ids) {
    const result: BulkResult = isTooLarge
      ? { id, outcome: 'not_done' }
      : resultOfEntry({
          id,
          error: await errorOf(async () => {
            const item = await act(actor, id);
            const isUnchanged = joined.changes().every((change) => change.item.id !== id);
            if (isUnchanged && item !== undefined) unchanged.push({ id, version: item.version });
            assertJoinable(joined.changes());
          }),
        });
    if (result.outcome === 'failed') {
      if (result.error.kind === 'unavailable') throw result.error;
      isTooLarge ||= result.error.code === 'bulk_too_large';
    }
    decided.push(result);
    await pause();
  }
  return { decided, unchanged, removals };
};

/** A result whose item clashes with others fails. */
const withClashes = (
  decided: readonly BulkResult[],
  clashes: ReadonlyMap<string, DomainError>,
): readonly BulkResult[] =>
  decided.map((result) => {
    const error = clashes.get(result.id);
    return error === undefined ? result : failed(result.id, error);
  });

const rejected = (results: readonly BulkResult[]): BulkReport => ({
  isRejected: true,
  results: results.map((result) =>
    result.outcome === 'failed' ? result : { id: result.id, outcome: 'not_done' },
  ),
});
