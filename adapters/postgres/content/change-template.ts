import type { ContentChange } from '../../../core/index.ts';
import type { Statement, Value } from '../connection/statement.ts';
import { contentValueOf, writtenColumns, type WrittenColumn } from './content-row.ts';

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
  title_key: 'text',
  collection_version: 'integer',
  expected_version: 'integer',
  revision_author_id: 'uuid',
  changed: 'json',
  note: 'text',
  is_autosave: 'boolean',
  replaces: 'integer',
  event: 'json',
  copy_version: 'uuid',
  // The last one, like in the columns of a write.
  data: 'json',
} as const satisfies Readonly<Record<WrittenColumn, string>> & Readonly<Record<string, string>>;

export type Parameter = keyof typeof types;

const isColumn = (name: Parameter): name is WrittenColumn =>
  (writtenColumns as readonly string[]).includes(name);

/** The value of a parameter for a change. */
export const valueOf = (change: ContentChange, name: Parameter): Value => {
  if (isColumn(name)) return contentValueOf(change.item, name);
  const revision = change.kind === 'delete' ? undefined : change.revision;
  switch (name) {
    case 'collection_version':
      return (change.kind === 'delete' ? undefined : change.collectionVersion) ?? null;
    case 'expected_version':
      return change.kind === 'update' ? change.before.version : change.item.version;
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
    case 'event':
      return change.event ?? null;
    case 'copy_version':
      return (change.kind === 'update' ? change.copy : undefined) ?? null;
  }
};

/** Renders the placeholder of a value, with its type. */
export type Placeholder = (name: Parameter) => string;

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
