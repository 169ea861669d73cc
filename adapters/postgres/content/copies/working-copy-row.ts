import type { JsonText, Slug, WorkingCopy } from '../../../../core/index.ts';
import type { Value } from '../../connection/statement.ts';

/** The columns that a write sets, with their types. Those with data come last, like in the columns of an item. */
export const copyTypes = {
  version: 'uuid',
  author_id: 'uuid',
  title: 'text',
  slug: 'text',
  collection_id: 'uuid',
  base_version: 'integer',
  base_title: 'text',
  base_slug: 'text',
  base_collection_id: 'uuid',
  created_at: 'bigint',
  updated_at: 'bigint',
  data: 'json',
  base_data: 'json',
} as const satisfies Readonly<Record<string, string>>;

export type CopyColumn = keyof typeof copyTypes;

export const copyColumns = Object.keys(copyTypes) as readonly CopyColumn[];

/** The columns of the base. */
export const baseColumns: readonly CopyColumn[] = copyColumns.filter((column) =>
  column.startsWith('base_'),
);

/** The driver returns `bigint` as digits. */
export interface CopyRow extends Readonly<Record<CopyColumn, unknown>> {
  readonly content_id: string;
  readonly version: string;
  readonly author_id: string | null;
  readonly title: string;
  readonly slug: string;
  readonly collection_id: string;
  readonly base_version: number;
  readonly base_title: string;
  readonly base_slug: string;
  readonly base_collection_id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly data: string;
  readonly base_data: string;
}

export const copySelection: string = [
  'content_id',
  ...copyColumns.map((column) =>
    copyTypes[column] === 'json' ? `${column}::text as ${column}` : column,
  ),
].join(', ');

export const copyOfRow = (row: CopyRow): WorkingCopy => ({
  contentId: row.content_id,
  version: row.version,
  authorId: row.author_id ?? undefined,
  title: row.title,
  slug: row.slug as Slug,
  collectionId: row.collection_id,
  data: row.data as JsonText,
  base: {
    version: row.base_version,
    title: row.base_title,
    slug: row.base_slug as Slug,
    collectionId: row.base_collection_id,
    data: row.base_data as JsonText,
  },
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
});

const valueOf: Readonly<Record<CopyColumn, (copy: WorkingCopy) => Value>> = {
  version: (copy) => copy.version,
  author_id: (copy) => copy.authorId ?? null,
  title: (copy) => copy.title,
  slug: (copy) => copy.slug,
  collection_id: (copy) => copy.collectionId,
  base_version: ({ base }) => base.version,
  base_title: ({ base }) => base.title,
  base_slug: ({ base }) => base.slug,
  base_collection_id: ({ base }) => base.collectionId,
  created_at: (copy) => copy.createdAt,
  updated_at: (copy) => copy.updatedAt,
  data: (copy) => copy.data,
  base_data: ({ base }) => base.data,
};

export const copyValues = (copy: WorkingCopy, columns: readonly CopyColumn[]): readonly Value[] =>
  columns.map((column) => valueOf[column](copy));
