import { withBlockIds } from '../collections/data/block-ids.ts';
import { checkItemData } from '../collections/data/check-data.ts';
import { checkStrictly } from '../collections/data/check-strictly.ts';
import type { CountingDependencies } from '../collections/data/count-words.ts';
import type { ChangeDependencies } from '../content/change-item.ts';
import type { WriteRemarks } from '../content/parts/write-remarks.ts';
import { retryOnConflict } from '../content/stored-item.ts';
import {
  assertMayMove,
  findTarget,
  parserOf,
  type UpdateContent,
} from '../content/update-content.ts';
import { copyEvent } from '../events/stored-event.ts';
import { userIdOf, type Actor } from '../model/actor.ts';
import { auditNote } from '../model/audit-entry.ts';
import { noActiveCollection, type Collection } from '../model/collection.ts';
import {
  copyStateOf,
  isSameCopyState,
  type CopyBase,
  type CopyState,
  type WorkingCopy,
} from '../model/content/working-copy.ts';
import type { Dependencies } from '../ports/ports.ts';
import { invalid } from '../primitives/errors.ts';
import { decodeJson } from '../primitives/json.ts';
import { laterOf } from '../primitives/time.ts';
import { textPartsOf } from './copy-parts.ts';
import {
  assertExpectedCopy,
  assertPublished,
  baseOf,
  findDraft,
  type CopyExpectation,
  type StoredDraft,
} from './stored-draft.ts';

export type DraftRemarks = Pick<WriteRemarks, 'isStrict'>;

export type SaveDependencies = Omit<ChangeDependencies, 'contentWriter'> &
  Pick<Dependencies, 'copies' | 'markdown' | 'timer'>;

export const saveDraft =
  (dependencies: SaveDependencies) =>
  async (
    actor: Actor,
    id: string,
    command: UpdateContent,
    expected?: CopyExpectation,
    { isStrict = false }: DraftRemarks = {},
  ): Promise<WorkingCopy> => {
    const parseOnce = parserOf(command);
    return retryOnConflict(dependencies, id, async () => {
      const draft = await findDraft(dependencies, actor, id);
      assertNoStatus(command);
      const changes = parseOnce();
      assertPublished(draft);
      const { item, copy } = draft;
      assertExpectedCopy(copy, expected);
      const current = copyStateOf(copy ?? item);
      const collection = await targetOf(dependencies, actor, draft, command);
      const { data = current.data } = changes;
      const identified = withBlockIds(dependencies.ids, collection, data, current.data);
      const state = { ...current, ...changes, data: identified, collectionId: collection.id };
      if (copy !== undefined && isSameCopyState(state, copy)) return copy;
      if (command.data !== undefined || state.collectionId !== current.collectionId) {
        const checked = decodeJson(state.data);
        checkItemData(dependencies.patterns, collection, checked, 'draft');
        if (isStrict) checkStrictly(collection.schema, checked, [item.data, current.data]);
      }
      const base = copy?.base ?? baseOf(item);
      return storeCopy(dependencies, actor, draft, state, base, collection);
    });
  };

/** @throws DomainError `invalid_input`. */
const assertNoStatus = ({ status }: UpdateContent): void => {
  if (status === undefined) return;
  const message = 'must not be sent: a working copy has no status';
  throw invalid('invalid_input', [{ path: 'status', message }]);
};

/** The collection of the copy. A copy that moves its item requires the rights to move it. */
const targetOf = async (
  dependencies: SaveDependencies,
  actor: Actor,
  draft: StoredDraft,
  command: UpdateContent,
): Promise<Collection> => {
  const target = (await findTarget(dependencies, actor, draft, command)) ?? {
    collection: await collectionOfCopy(dependencies, draft),
    path: 'collectionId',
  };
  assertMayMove(actor, draft, target);
  return target.collection;
};

/** @throws DomainError `collection_not_found` if the copy moves its item to a collection that was deleted. */
const collectionOfCopy = async (
  { collections }: Pick<Dependencies, 'collections'>,
  { collection, copy }: StoredDraft,
): Promise<Collection> => {
  const id = copy?.collectionId ?? collection.id;
  const found = id === collection.id ? collection : await collections.findById(id);
  if (found === undefined) throw noActiveCollection('collectionId');
  return found;
};

/**
 * Stores a copy in place of that of the draft. The audit records the first save of each author in turn.
 *
 * @param collection that of the state.
 * @returns undefined if the item or the copy has changed.
 */
export const storeCopy = async (
  dependencies: CountingDependencies & Pick<Dependencies, 'copies' | 'ids'>,
  actor: Actor,
  { item, copy }: StoredDraft,
  state: CopyState,
  base: CopyBase,
  collection: Pick<Collection, 'schema'>,
): Promise<WorkingCopy | undefined> => {
  const { copies, ids, clock } = dependencies;
  const now = clock.now();
  const next: WorkingCopy = {
    ...state,
    contentId: item.id,
    base,
    authorId: userIdOf(actor),
    version: ids.next(),
    createdAt: copy?.createdAt ?? now,
    updatedAt: laterOf(copy?.updatedAt ?? now, now),
  };
  const note = auditNote(actor, {
    action: 'draft.save',
    id: item.id,
    detail: next.slug,
  });
  const isContinued = copy !== undefined && copy.authorId === next.authorId;
  const event = copyEvent(item, [copy ?? item, next], now, isContinued ? undefined : note);
  const parts = { ...(await textPartsOf(dependencies, collection, next)), event };
  return (await copies.save(next, item.version, copy, parts)) ? next : undefined;
};
