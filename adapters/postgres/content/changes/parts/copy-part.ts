import type { ContentChange } from '../../../../../core/store.ts';
import { noSteps, type ChangePart, type Parameter, type PartSteps } from '../change-part.ts';
import { item } from '../item-parameters.ts';

const expectedCopy: Parameter = { type: 'uuid', of: (change) => publishedCopy(change) ?? null };

const publishedCopy = (change: ContentChange): string | undefined =>
  change.kind === 'update' ? change.expected.copy : undefined;

/** Finds and locks the copy that is published, as a save of it does, and removes it. */
const publication: PartSteps = {
  variant: 'cp',
  guards: [
    [
      'copy',
      (place, after) =>
        `select content_id from content_copies where content_id = ${place(item.id)} ` +
        `and version = ${place(expectedCopy)} and exists (select from ${after}) for update`,
    ],
  ],
  stores: [['used', () => 'delete from content_copies using item where content_id = item.id']],
};

export const copyPart: ChangePart = {
  of: (change) => (publishedCopy(change) === undefined ? noSteps : publication),
};
