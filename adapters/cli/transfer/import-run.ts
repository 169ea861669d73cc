import { access } from 'node:fs/promises';
import type {
  CollectionDto,
  ContentOutcomeDto,
  FieldDto,
  IncomingCollectionDto,
  IncomingMediaDto,
} from '../../../contracts/index.ts';
import { describeCollectionChange } from './collection-changes.ts';
import type { Progress } from '../progress.ts';
import type { ImportFindings } from './import-findings.ts';
import type { ImportReport } from './import-report.ts';
import type { ReportLine } from './report-file.ts';
import type { ImportTarget } from './targets/transfer-target.ts';

/**
 * What to do with an item whose slug another item has: skip it, add a number to the slug, or use the path
 * of its file as the slug.
 */
export const slugClashRules = ['skip', 'suffix', 'path'] as const;
export type OnSlugClash = (typeof slugClashRules)[number];

/** Formats of files whose name does not say so. */
export const sourceFormats = ['csv', 'wordpress'] as const;
export type SourceFormat = (typeof sourceFormats)[number];

/** An import in progress. */
export interface ImportRun {
  readonly target: ImportTarget;
  readonly report: ImportReport;
  readonly progress: Progress;
  /** Writes a line into the report that the user has asked for. */
  readonly record: (line: ReportLine) => void;
  readonly findings: ImportFindings;
  /** The fields that a collection has. */
  readonly fieldsOf: (collection: string) => ReadonlyMap<string, FieldDto>;
  /** The collections of the service before the import, by name. */
  readonly collections?: ReadonlyMap<string, CollectionDto> | undefined;
  readonly isDryRun: boolean;
  readonly overwrite: boolean;
  readonly onSlugClash: OnSlugClash;
  /** Whether to import the settings of an export. Undefined: if the service is new. */
  readonly settings?: boolean | undefined;
  /** The creation time of new items that have none, in epoch milliseconds. */
  readonly importedAt: number;
  /** Once this is aborted, no further batch starts. */
  readonly signal: AbortSignal;
}

/** Why a record failed, as a clause. */
export const reasonOf = (
  outcome: Pick<ContentOutcomeDto, 'code' | 'details' | 'error' | 'issues'> | undefined,
): string => {
  if (outcome === undefined) return 'the service returned no result for it';
  const { code, error = 'it was rejected', details, issues = [] } = outcome;
  if (code === 'edited_since_import') return `${error}; --overwrite replaces it`;
  if ((code === 'slug_taken' || code === 'blocked_by_hook') && details !== undefined) {
    return `${error}; ${details}`;
  }
  const [issue] = issues;
  return issue === undefined || error.includes(issue.message)
    ? error
    : `${error} (${issue.path} ${issue.message})`;
};

/**
 * Imports one collection. A failure is reported and the import continues, because the collection may
 * exist in the service anyway.
 *
 * @returns the name of the collection in the service.
 */
export const importCollection = async (
  record: IncomingCollectionDto,
  { target, report, findings, collections, overwrite, isDryRun }: ImportRun,
): Promise<string> => {
  const [outcome] = await target.importCollections([record], { overwrite });
  if (outcome === undefined || outcome.outcome === 'failed') {
    report.skip(`the collection '${record.name}'`, reasonOf(outcome), {
      kind: 'collection',
      code: outcome?.code,
    });
  } else {
    report.countCollection(outcome.outcome, outcome.name);
    const before = collections?.get(outcome.name);
    const change = before && describeCollectionChange(before, record);
    if (outcome.outcome === 'updated' && change !== undefined) {
      findings.note([
        `The collection '${outcome.name}' ${isDryRun ? 'would change' : 'has changed'}: it ${change}.`,
      ]);
    }
  }
  const name = outcome?.name ?? record.name;
  if (name !== record.name) report.renamedCollection(record.name, name);
  return name;
};

export interface MediaToImport {
  readonly record: IncomingMediaDto;
  /** Path of the bytes. */
  readonly path: string;
}

/**
 * Stores one media file. Reports a file that the service rejects or that cannot be read.
 *
 * @param source the name of the file in messages.
 * @returns the address of the stored file; undefined when there is none.
 */
export const importMediaFile = async (
  source: string,
  prepare: () => Promise<MediaToImport>,
  { target, report }: ImportRun,
): Promise<string | undefined> => {
  try {
    const { record, path } = await prepare();
    await access(path);
    const result = await target.importMedia(record, async () => path);
    if (result.outcome !== 'failed') {
      report.countFile(result.outcome, source);
      return result.url;
    }
    report.skip(source, result.error, { kind: 'file' });
  } catch (error) {
    if (!isFileError(error)) throw error;
    report.skip(source, `its file cannot be read (${error.code})`, { kind: 'file' });
  }
  return undefined;
};

const isFileError = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'code' in error && 'syscall' in error && 'path' in error;
