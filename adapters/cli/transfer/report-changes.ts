import type { ContentChangeDto } from '../../../contracts/index.ts';
import type { ImportReport } from './import-report.ts';
import type { ItemToImport } from './import-findings.ts';

/**
 * Reports what was changed so that the service accepts an item.
 *
 * @param fitted what the service changed.
 */
export const reportChanges = (
  { source, changes: read = [], rejectedFiles }: ItemToImport,
  fitted: readonly ContentChangeDto[],
  report: ImportReport,
): void => {
  const changes = [...read, ...fitted];
  const of = (kind: ContentChangeDto['kind']) => changes.filter((change) => change.kind === kind);
  const files = of('missing_file');
  const isRejected = ({ value = '' }: ContentChangeDto): boolean =>
    rejectedFiles?.has(value) === true;
  for (const { value = '' } of files.filter((change) => !isRejected(change))) {
    report.missingFile(source, value, 'there is no such file');
  }
  for (const { path } of of('converted')) report.countConverted(nameOf(path).replace(/\..*/s, ''));
  const notUsed = [
    ...of('left_out').map(({ message, ...change }) => `${describe(change)} (${message})`),
    ...files.filter(isRejected).map((change) => `${describe(change)} (this file is not stored)`),
  ];
  const guessed = of('guessed').map(({ message, ...change }) => `${describe(change)} ${message}`);
  report.values(source, notUsed, guessed);
  const unpublished = of('unpublished').map(({ message }) => nameOf(message));
  if (unpublished.length > 0) report.unpublished(source, unpublished);
};

const describe = ({ path, value }: Pick<ContentChangeDto, 'path' | 'value'>): string =>
  value === undefined ? nameOf(path) : `${nameOf(path)} ${value}`;

const nameOf = (path: string): string => path.replace(/^data\./, '');
