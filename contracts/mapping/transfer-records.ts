import type {
  CollectionOutcome,
  CollectionRecord,
  DomainError,
  ExportedContent,
  ExportRecord,
  PlannedState,
  ImportOutcome,
  ContentRecord,
  MediaFile,
  MediaRecord,
} from '../../core/vocabulary.ts';
import type { MediaFileDto } from '../operations/media.ts';
import type {
  CollectionOutcomeDto,
  ContentOutcomeDto,
  ExportLineDto,
  IncomingCollectionDto,
  IncomingContentDto,
  IncomingMediaDto,
  PlannedStateDto,
} from '../schemas/transfer-schemas.ts';
import { presentCollection } from './present-collection.ts';

/** Converts a record of the API to one of the core: only the names of its times differ. */
const toRecord = <R extends { readonly created_at?: number; readonly updated_at?: number }>({
  created_at,
  updated_at,
  ...record
}: R) => ({ ...record, createdAt: created_at, updatedAt: updated_at });

export const toContentRecord = ({
  published_at: publishedAt,
  group_since: groupSince,
  ...record
}: IncomingContentDto): ContentRecord => ({ ...toRecord(record), publishedAt, groupSince });
export const toMediaRecord = (record: IncomingMediaDto): MediaRecord => toRecord(record);

export const toCollectionRecord = ({
  created_at,
  updated_at,
  singleton,
  ...record
}: IncomingCollectionDto): CollectionRecord => ({
  ...record,
  isSingleton: singleton,
  createdAt: created_at,
  updatedAt: updated_at,
});

export const toPlannedState = ({ collections, ...planned }: PlannedStateDto): PlannedState => ({
  ...planned,
  collections: collections?.map(toCollectionRecord),
});

/** @param index of the record in the request. */
export const presentContentOutcome = (result: ImportOutcome, index: number): ContentOutcomeDto =>
  result.outcome === 'failed'
    ? { index, outcome: 'failed', ...presentFailure(result.error) }
    : { index, ...result };

export const presentFailure = ({
  message,
  details,
  code,
  issues,
}: DomainError): Pick<ContentOutcomeDto, 'code' | 'details' | 'error' | 'issues'> => ({
  error: message,
  ...(details !== undefined && { details }),
  code,
  ...(issues !== undefined && { issues }),
});

export const presentCollectionOutcome = (result: CollectionOutcome): CollectionOutcomeDto => {
  const { name, id, outcome } = result;
  return { name, id, outcome, ...(outcome === 'failed' && presentFailure(result.error)) };
};

/** One line of an export. Importing all lines restores the same content. */
export const presentExportRecord = (
  record: ExportRecord,
  presentMedia: (file: MediaFile) => MediaFileDto,
): ExportLineDto => {
  switch (record.type) {
    case 'manifest':
      return record;
    case 'collection':
      return { type: 'collection', ...presentCollection(record.collection) };
    case 'media':
      return { type: 'media', key: record.file.key, ...presentMedia(record.file) };
    case 'content':
      return { type: 'content', ...presentExportedContent(record.record) };
  }
};

type ExportedContentDto = Omit<Extract<ExportLineDto, { type: 'content' }>, 'type'>;

export const presentExportedContent = ({
  author,
  origin,
  createdAt,
  updatedAt,
  publishedAt,
  locale,
  group,
  groupSince,
  source,
  formerIds,
  ...record
}: ExportedContent): ExportedContentDto => ({
  ...record,
  created_at: createdAt,
  updated_at: updatedAt,
  ...(publishedAt !== undefined && { published_at: publishedAt }),
  ...(author !== undefined && { author }),
  ...(origin !== undefined && { origin }),
  ...(locale !== undefined && { locale }),
  ...(group !== undefined && { group }),
  ...(groupSince !== undefined && { group_since: groupSince }),
  ...(source !== undefined && { source }),
  ...(formerIds !== undefined && { formerIds: [...formerIds] }),
});
