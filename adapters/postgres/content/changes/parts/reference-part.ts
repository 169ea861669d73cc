import type { ContentChange, Reference } from '../../../../../core/store.ts';
import { parseTarget } from '../../../../../core/vocabulary.ts';
import {
  noSteps,
  type ChangePart,
  type Creation,
  type Parameter,
  type PartSteps,
  type Place,
} from '../change-part.ts';
import { item, ownGroup } from '../item-parameters.ts';

/** What the item refers to after the change. */
const referencesIn = ({ parts }: ContentChange): readonly Reference[] => parts.references ?? [];

/** The items to which the item of the change refers with a rule about their deletion. */
const boundIdsOf = (change: ContentChange): readonly string[] => [
  ...new Set(
    referencesIn(change)
      .filter(({ onDelete }) => onDelete !== 'ignore')
      .map(({ target }) => parseTarget(target).name)
      .filter((id) => id !== change.item.id),
  ),
];

/** A member of each reference. */
const member = (of: (reference: Reference) => string): Parameter => ({
  type: 'text[]',
  of: (change) => referencesIn(change).map(of),
});

const fields = member(({ field }) => field);
const targets = member(({ target }) => target);
const rules = member(({ onDelete }) => onDelete);
const boundIds: Parameter = { type: 'uuid[]', of: boundIdsOf };
const leaving: Parameter = { type: 'uuid[]', of: (_, ids) => ids };

/**
 * Locks the items whose deletion the references concern, before the item itself: a deletion waits for the change and finds
 * the references, or the change waits for the deletion, and refers to nothing.
 */
const lockOf = (ids: string): string =>
  `select id from content where id = any (${ids}) order by id for key share`;

const columns = 'content_id, field, target, on_delete, collection_id';

const insert = (place: Place): string =>
  `insert into content_references (${columns}) select item.id, wanted.*, ${place(item.collection_id)} ` +
  `from item cross join unnest(${place(fields)}, ${place(targets)}, ${place(rules)}) wanted`;

const replace = (place: Place): string =>
  `write_content_references(content.id, ${place(fields)}, ${place(targets)}, ${place(rules)}, content.collection_id)`;

/** Fails if a reference prevents the deletion. */
const check = (place: Place): string => `check_content_references(content.id, ${place(leaving)})`;

/** The same for the last item of a group of translations, and references to any item that the group has had. */
const checkGroup = (place: Place): string =>
  `check_group_references(content.id, content.group_id, ${place(leaving)})`;

/** Locks the group, so that of two deletions the second one knows that it takes the last item. */
const lockGroup = (place: Place): string =>
  `select id from content where group_id = ${place(ownGroup)} and locale is not null order by id for no key update`;

/** An update replaces what is stored; a new item, or one from the trash, has nothing to replace. */
const written = (change: ContentChange): PartSteps => {
  if (change.kind === 'delete') {
    return change.item.locale === undefined
      ? { variant: '', calls: [check] }
      : { variant: 'gr', locks: [['members', lockGroup]], calls: [checkGroup] };
  }
  if (change.kind === 'update')
    return change.parts.references === undefined ? noSteps : { variant: 'wr', calls: [replace] };
  return referencesIn(change).length === 0
    ? noSteps
    : { variant: 'rf', stores: [['refs', insert]] };
};

export const referencePart: ChangePart = {
  of: (change) => {
    const steps = written(change);
    if (boundIdsOf(change).length === 0) return steps;
    return {
      ...steps,
      variant: `tg${steps.variant}`,
      locks: [['targets', (place) => lockOf(place(boundIds))]],
    };
  },
  ofAll: (creations) =>
    creations.some((each) => referencesIn(each).length > 0) ? allInserted : noSteps,
};

const found = (
  type: string,
  of: (reference: Reference, creation: Creation) => string,
): Parameter<readonly Creation[]> => ({
  type,
  of: (creations) =>
    creations.flatMap((creation) =>
      referencesIn(creation).map((reference) => of(reference, creation)),
    ),
});

const allBoundIds: Parameter<readonly Creation[]> = {
  type: 'uuid[]',
  of: (creations) => creations.flatMap(boundIdsOf),
};

const allReferences = [
  found('uuid[]', (_, creation) => creation.item.id),
  found('text[]', ({ field }) => field),
  found('text[]', ({ target }) => target),
  found('text[]', ({ onDelete }) => onDelete),
  found('uuid[]', (_, creation) => creation.item.collectionId),
];

const allInserted: PartSteps<readonly Creation[]> = {
  variant: 'rf',
  locks: [['targets', (place) => lockOf(place(allBoundIds))]],
  stores: [
    [
      'refs',
      (place) =>
        `insert into content_references (${columns}) ` +
        `select found.* from unnest(${allReferences.map(place).join(', ')}) ` +
        `as found (${columns}) join item on item.id = found.content_id`,
    ],
  ],
};

/** Locks items before other changes of one commit, which remove the references to them. */
export const lockItems = {
  name: 'content_lock',
  text: 'select id from content where id = any ($1) order by id for update',
};
