import { stateWithFormerSlug, type ContentChange } from '../../../../core/index.ts';
import type { Statement, Value } from '../../connection/statement.ts';
import { lostSlug } from './former-slug-parts.ts';
import { unscheduledActions } from './schedule-parts.ts';
import { searchBody } from '../search/search-entry.ts';
import { searchWords } from '../search/search-words.ts';
import { contentValueOf, writtenColumns, type WrittenColumn } from '../content-row.ts';
import { boundIds, referencesIn } from './reference-parts.ts';

/** Every value that a change can write, with its type. */
export const types = {
  id: 'uuid',
  collection_id: 'uuid',
  author_id: 'uuid',
  title: 'text',
  slug: 'text',
  status: 'text',
  version: 'integer',
  origin_digest: 'text',
  origin_version: 'integer',
  created_at: 'bigint',
  updated_at: 'bigint',
  published_at: 'bigint',
  title_key: 'text',
  collection_version: 'integer',
  expected_version: 'integer',
  revision_author_id: 'uuid',
  changed: 'json',
  note: 'text',
  is_autosave: 'boolean',
  replaces: 'integer',
  due_action: 'text',
  due_at: 'bigint',
  unscheduled: 'text[]',
  event: 'json',
  copy_version: 'uuid',
  lost_slug: 'text',
  lost_in: 'uuid',
  lost_state_at: 'bigint',
  deleted_at: 'bigint',
  deleted_by: 'uuid',
  reference_fields: 'text[]',
  reference_targets: 'text[]',
  reference_rules: 'text[]',
  bound_ids: 'uuid[]',
  leaving: 'uuid[]',
  search_title: 'text',
  search_body: 'text',
  search_words: 'text',
  // The last one, like in the columns of a write.
  data: 'json',
} as const satisfies Readonly<Record<WrittenColumn, string>> & Readonly<Record<string, string>>;

export type Parameter = keyof typeof types;

const isColumn = (name: Parameter): name is WrittenColumn =>
  (writtenColumns as readonly string[]).includes(name);

/**
 * The value of a parameter for a change.
 *
 * @param leaving the ids of the items that the commit deletes.
 */
export const valueOf = (
  change: ContentChange,
  name: Parameter,
  leaving: readonly string[] = [],
): Value => {
  if (isColumn(name)) return contentValueOf(change.item, name);
  const revision = change.kind === 'delete' ? undefined : change.revision;
  const searched = change.kind === 'delete' ? undefined : change.search;
  const update = change.kind === 'update' ? change : undefined;
  const trash = change.kind === 'delete' ? change.trash : undefined;
  switch (name) {
    case 'collection_version':
      return (change.kind === 'delete' ? undefined : change.collectionVersion) ?? null;
    case 'expected_version':
      return 'before' in change ? change.before.version : change.item.version;
    case 'revision_author_id':
      return revision?.authorId ?? null;
    case 'changed':
      return JSON.stringify(revision?.changed ?? []);
    case 'note':
      return revision?.note ?? null;
    case 'is_autosave':
      return revision?.isAutosave ?? false;
    case 'replaces':
      return revision?.replaces ?? null;
    case 'due_action':
      return update?.due?.action ?? null;
    case 'due_at':
      return update?.due?.at ?? null;
    case 'unscheduled':
      return unscheduledActions(change) ?? null;
    case 'copy_version':
      return update?.copy ?? null;
    case 'lost_slug':
      return lostSlug(change) ?? null;
    case 'lost_in':
      return stateWithFormerSlug(change).collectionId;
    case 'lost_state_at':
      return stateWithFormerSlug(change).updatedAt;
    case 'event':
      return change.event ?? null;
    case 'deleted_at':
      return trash?.deletedAt ?? null;
    case 'deleted_by':
      return trash?.deletedBy ?? null;
    case 'reference_fields':
      return referencesIn(change).map(({ field }) => field);
    case 'reference_targets':
      return referencesIn(change).map(({ target }) => target);
    case 'reference_rules':
      return referencesIn(change).map(({ onDelete }) => onDelete);
    case 'bound_ids':
      return boundIds(change);
    case 'leaving':
      return leaving;
    case 'search_title':
      return searched?.title ?? null;
    case 'search_body':
      return searched === undefined ? null : searchBody(searched);
    case 'search_words':
      return searched === undefined ? null : searchWords(searched);
  }
};

/** Renders the placeholder of a value, with its type. */
export type Placeholder = (name: Parameter) => string;

/** Null if the account does not exist. The lock prevents its deletion until the write is done. */
export const existingAuthor = (id: string): string =>
  `(select users.id from users where users.id = ${id} for key share)`;

export interface Template extends Statement {
  /** The values, in the order of their placeholders. */
  readonly parameters: readonly Parameter[];
}

/** @param write renders the statement; called twice, because the first call shows which values it takes. */
export const template = (name: string, write: (place: Placeholder) => string): Template => {
  const used = new Set<Parameter>();
  write((parameter) => {
    used.add(parameter);
    return '';
  });
  const parameters = (Object.keys(types) as Parameter[]).filter((each) => used.has(each));
  const text = write((each) => `$${parameters.indexOf(each) + 1}::${types[each]}`);
  return { name, text, parameters };
};
