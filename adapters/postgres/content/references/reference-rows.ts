import type {
  FoundTargets,
  ProblemStep,
  ReferencePlace,
  Referrer,
} from '../../../../core/store.ts';
import type {
  ContentStatus,
  DeletionRule,
  ReferenceTarget,
  ReferrerWithTarget,
  Slug,
} from '../../../../core/vocabulary.ts';
import { mediaFiles } from '../../media-row.ts';
import { contentItemOf, isWhole, type ContentRow } from '../content-row.ts';

export type ReferrerRow = readonly [
  id: string,
  title: string,
  slug: string,
  status: string,
  collectionId: string,
  field: string,
];

/** @param row may have further columns. */
export const referrerOf = ([id, title, slug, status, collectionId, field]: readonly [
  ...ReferrerRow,
  ...unknown[],
]): Referrer => ({
  id,
  title,
  slug: slug as Slug,
  status: status as ContentStatus,
  collectionId,
  field,
});

export type BindingRow = readonly [
  ...ReferrerRow,
  target: ReferenceTarget,
  rule: 'refuse' | 'clear',
];

/** In languages, the last column is the wanted id. */
type TargetRow = readonly [...ContentRow, bytes: string | null];

export type ProblemRow = readonly [...ReferrerRow, target: ReferenceTarget, isEnd: boolean];

export interface MediaStepRow {
  readonly id: string;
  readonly is_end: boolean;
}

export interface ReferenceRow {
  readonly content_id: string;
  readonly field: string;
  readonly target: ReferenceTarget;
  readonly on_delete: DeletionRule;
}

/** The driver returns `bigint` as digits. */
export interface CountRow {
  readonly count: number;
  readonly is_complete: boolean;
}

export interface IndexRow {
  readonly collection_id: string;
  readonly form: string;
  readonly after_created_at: string | null;
  readonly after_id: string | null;
  readonly ended_at: string | null;
}

/** Rows of media files have no collection. */
const isMedia = ([, collectionId]: TargetRow): boolean => (collectionId as string | null) === null;

/** @param wantedAt where the wanted id is; by default, it is that of the item. */
export const foundIn = (rows: readonly TargetRow[], wantedAt = 0): FoundTargets => {
  const items = rows.filter((row) => !isMedia(row));
  const whole = items.filter(isWhole);
  return {
    items: whole.map(contentItemOf),
    ids: whole.map((row) => String(row[wantedAt])),
    hasMore: whole.length < items.length,
    media: rows
      .filter(isMedia)
      .map(([, , , , , , data]) => mediaFiles.record(JSON.parse(String(data)) as object)),
  };
};

export interface GroupRow {
  readonly collection_id: string;
  readonly items: readonly string[];
  readonly former_ids: readonly string[];
}

export const problemsIn = (
  rows: readonly ProblemRow[],
  limit: number,
): ProblemStep<ReferrerWithTarget, ReferencePlace> => {
  const isEnd = (row: ProblemRow): boolean => row[7];
  const found = rows.filter((row) => !isEnd(row));
  const last = found.length === limit ? found.at(-1) : rows.find(isEnd);
  return {
    found: found.map((row) => ({ ...referrerOf(row), target: row[6] })),
    next: last && { contentId: last[0], field: last[5], target: last[6] },
  };
};
