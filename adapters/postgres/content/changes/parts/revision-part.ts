import type { ContentChange, RevisionFacts } from '../../../../../core/index.ts';
import {
  noSteps,
  ofEach,
  type ChangePart,
  type Creation,
  type Parameter,
  type PartSteps,
  type Step,
} from '../change-part.ts';
import { item } from '../item-parameters.ts';

export const revisionColumns =
  'content_id, version, title, slug, status, collection_id, author_id, changed, note, is_autosave, created_at, data';

/** Another program can have set back the version of an item. */
const orReplace = `on conflict (content_id, version) do update set ${revisionColumns
  .split(', ')
  .map((column) => `${column} = excluded.${column}`)
  .join(', ')}`;

/** A member of the revision, null without one. */
const fact = (
  type: string,
  of: (revision: RevisionFacts) => string | boolean | null,
): Parameter => ({
  type,
  of: ({ parts: { revision } }) => (revision === undefined ? null : of(revision)),
});

const authorId = fact('uuid', (revision) => revision.authorId ?? null);
const changed = fact('json', (revision) => JSON.stringify(revision.changed));
const note = fact('text', (revision) => revision.note ?? null);
const isAutosave = fact('boolean', (revision) => revision.isAutosave);
const replaces: Parameter = {
  type: 'integer',
  of: ({ parts }) => parts.revision?.replaces ?? null,
};

/** In the order of the columns. */
const values: readonly Parameter[] = [
  item.id,
  item.version,
  item.title,
  item.slug,
  item.status,
  item.collection_id,
  authorId,
  changed,
  note,
  isAutosave,
  item.updated_at,
  item.data,
];

const insert: Step = [
  'revision',
  (place) =>
    `insert into content_revisions (${revisionColumns}) ` +
    `select ${values.map(place).join(', ')} from item ${orReplace}`,
];

const removeReplaced: Step = [
  'replaced',
  (place) =>
    'delete from content_revisions revision using item ' +
    `where revision.content_id = item.id and revision.version = ${place(replaces)}`,
];

const added: PartSteps = { variant: 'rv', stores: [insert] };
const addedInstead: PartSteps = { variant: 'rprv', stores: [removeReplaced, insert] };

const isRevised = ({ parts }: ContentChange): boolean => parts.revision !== undefined;

const revisedFacts = [item.id, authorId, changed, note, isAutosave].map((each) =>
  ofEach(each, isRevised),
);

const inserted: PartSteps<readonly Creation[]> = {
  variant: '',
  stores: [
    [
      'revision',
      (place) =>
        `insert into content_revisions (${revisionColumns}) ` +
        'select new.id, new.version, new.title, new.slug, new.status, new.collection_id, facts.author_id, ' +
        'facts.changed, facts.note, facts.is_autosave, new.updated_at, new.data ' +
        `from unnest(${revisedFacts.map(place).join(', ')}) ` +
        `as facts (id, author_id, changed, note, is_autosave) join item using (id) join new using (id) ${orReplace}`,
    ],
  ],
};

export const revisionPart: ChangePart = {
  of: (change) => {
    if (!isRevised(change)) return noSteps;
    return change.parts.revision?.replaces === undefined ? added : addedInstead;
  },
  ofAll: () => inserted,
};
