import type { ContentChange, RevisionFacts } from '../../../../../core/store.ts';
import {
  noSteps,
  ofEach,
  type ChangePart,
  type Creation,
  type Parameter,
  type PartSteps,
  type Step,
} from '../change-part.ts';
import { revisions } from '../../revision-row.ts';
import { item } from '../item-parameters.ts';

/** Another program can have set back the version of an item. */
const orReplace = `on conflict (content_id, version) do update set ${revisions.columns
  .map(({ name }) => `${name} = excluded.${name}`)
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

/** What is stored in each column: the state of the item, and what the revision records about it. */
const values: Readonly<Record<string, Parameter>> = {
  ...item,
  content_id: item.id,
  author_id: authorId,
  changed,
  note,
  is_autosave: isAutosave,
  created_at: item.updated_at,
};

const written = revisions.columns.flatMap(({ name }) => values[name] ?? []);

const insert: Step = [
  'revision',
  (place) =>
    `insert into content_revisions (${revisions.written}) ` +
    `select ${written.map(place).join(', ')} from item ${orReplace}`,
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

/** Where many creations have what is not the state of an item. */
const factColumns: Readonly<Record<string, string>> = {
  content_id: 'new.id',
  author_id: 'facts.author_id',
  changed: 'facts.changed',
  note: 'facts.note',
  is_autosave: 'facts.is_autosave',
  created_at: 'new.updated_at',
};

const selected = revisions.columns.map(({ name }) => factColumns[name] ?? `new.${name}`);

const inserted: PartSteps<readonly Creation[]> = {
  variant: '',
  stores: [
    [
      'revision',
      (place) =>
        `insert into content_revisions (${revisions.written}) select ${selected.join(', ')} ` +
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
