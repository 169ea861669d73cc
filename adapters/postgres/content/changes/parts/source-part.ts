import type { ContentChange, SourceState } from '../../../../../core/store.ts';
import { noSteps, type ChangePart, type Parameter, type PartSteps } from '../change-part.ts';
import { ownGroup } from '../item-parameters.ts';

const encoded = (value: object | undefined): string | null =>
  value === undefined ? null : JSON.stringify(value);

const sourceId: Parameter = { type: 'uuid', of: ({ parts }) => parts.source?.id ?? null };
const version: Parameter = { type: 'integer', of: ({ parts }) => parts.source?.version ?? null };
const versions: Parameter = {
  type: 'integer[]',
  of: ({ parts }) => parts.source?.versions ?? null,
};
const made: Parameter = { type: 'jsonb', of: ({ parts }) => encoded(parts.source?.prints) };

/** Of a new translation. Its source must be as it was when the change was decided, and stays so until the change is stored. */
const recorded: PartSteps = {
  variant: 'so',
  guards: [
    [
      'source',
      (place) =>
        'select content.id from checked cross join content ' +
        `where content.id = ${place(sourceId)} and content.version = any (${place(versions)}) ` +
        `and content.group_id = ${place(ownGroup)} for no key update of content`,
    ],
  ],
  calls: [
    (place) => `store_source(id, ${place(sourceId)}, ${place(version)}, ${place(made)}, '{}')`,
  ],
};

const stateOf = ({ parts }: ContentChange): SourceState | undefined => parts.state;
const present: Parameter = { type: 'jsonb', of: (change) => encoded(stateOf(change)?.prints) };
const shared: Parameter = { type: 'text[]', of: (change) => stateOf(change)?.shared ?? null };

/** Of an item that translations may have been made from, also while the statement waited for the item. */
const compared: PartSteps = {
  variant: 'st',
  calls: [(place) => `compare_translations(id, ${place(present)}, ${place(shared)})`],
};

export const sourcePart: ChangePart = {
  of: (change) => {
    if (change.parts.source !== undefined) return recorded;
    return stateOf(change) === undefined ? noSteps : compared;
  },
};
