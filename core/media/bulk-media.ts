import { authorize } from '../access/policy.ts';
import { eachInTurn, parseIds, type EntryOutcome } from '../limits/each-in-turn.ts';
import type { Actor } from '../model/actor.ts';
import { parseFolder } from '../model/media/media-file.ts';
import type { Dependencies } from '../ports/ports.ts';
import { invalid } from '../primitives/errors.ts';
import { deleteMedia } from './delete-media.ts';
import { updateMedia } from './update-media.ts';

export const bulkMediaActions = ['move', 'delete'] as const;
export type BulkMediaAction = (typeof bulkMediaActions)[number];

/** The most files of one request. */
export const bulkMediaMax = 500;

export interface BulkMedia {
  readonly action: BulkMediaAction;
  /** 1 to {@link bulkMediaMax}. Repeated ids count once. */
  readonly ids: readonly string[];
  /** Where `move` moves to; other actions ignore it. */
  readonly folder?: string | undefined;
}

type BulkMediaDependencies = Parameters<typeof deleteMedia>[0] &
  Parameters<typeof updateMedia>[0] &
  Pick<Dependencies, 'timer'>;

export const bulkMedia =
  (dependencies: BulkMediaDependencies) =>
  async (actor: Actor, command: BulkMedia): Promise<readonly EntryOutcome[]> => {
    // Whoever may upload may change own files at least; the others, viewers, none.
    authorize(actor, 'create');
    const ids = parseIds(command.ids, bulkMediaMax);
    const act = actionOf(dependencies, command);
    return eachInTurn(dependencies, ids, (id) => act(actor, id));
  };

const actionOf = (
  dependencies: BulkMediaDependencies,
  { action, folder: raw }: BulkMedia,
): ((actor: Actor, id: string) => Promise<unknown>) => {
  if (action === 'delete') return deleteMedia(dependencies);
  if (raw === undefined) {
    throw invalid('invalid_input', [{ path: 'folder', message: 'is required to move' }]);
  }
  const folder = parseFolder(raw);
  const update = updateMedia(dependencies);
  return (actor, id) => update(actor, id, { folder });
};
