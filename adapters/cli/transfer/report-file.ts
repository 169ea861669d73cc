import type { ImportReport } from './import-report.ts';
import { openLineWriter } from './lines.ts';

/** A line of the report of an import, about one part of its source. */
export interface ReportLine {
  /** What it is: `item`, `file`, `collection`, or the kind of a part that is not read. */
  readonly kind: string;
  /** What messages call it. */
  readonly source: string;
  readonly outcome: string;
  /** How many there are, if not one. */
  readonly count?: number | undefined;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

export interface ReportFile extends AsyncDisposable {
  readonly record: (line: ReportLine) => void;
}

/** Writes NDJSON, and counts by kind and outcome as its last line. Replaces an earlier report. */
export const openReportFile = async (path: string): Promise<ReportFile> => {
  const file = await openLineWriter(path, 'w');
  const counts: Record<string, Record<string, number>> = {};
  let written: Promise<void> = Promise.resolve();
  const write = (value: object): void => {
    written = written.then(() => file.write(value));
    // The end of the import throws it.
    written.catch(() => undefined);
  };
  return {
    record: (line) => {
      const { kind, outcome, count = 1 } = line;
      const ofKind = (counts[kind] ??= {});
      ofKind[outcome] = (ofKind[outcome] ?? 0) + count;
      write(line);
    },
    [Symbol.asyncDispose]: async () => {
      write({ kind: 'summary', counts });
      try {
        await written;
      } finally {
        await file.close();
      }
    },
  };
};

/** Records what is reported. */
export const recordReport = (
  report: ImportReport,
  record: (line: ReportLine) => void,
): ImportReport => ({
  ...report,
  countItem: (outcome, source) => {
    report.countItem(outcome, source);
    record({ kind: 'item', source, outcome });
  },
  countCollection: (outcome, source) => {
    report.countCollection(outcome, source);
    record({ kind: 'collection', source, outcome });
  },
  countFile: (outcome, source) => {
    report.countFile(outcome, source);
    record({ kind: 'file', source, outcome });
  },
  skip: (source, message, about = {}) => {
    report.skip(source, message, about);
    const { kind = 'item', code } = about;
    record({ kind, source, outcome: 'failed', code, message });
  },
  leaveOut: (source, message) => {
    report.leaveOut(source, message);
    record({ kind: 'item', source, outcome: 'not_read', message });
  },
  missingFile: (source, address, reason) => {
    report.missingFile(source, address, reason);
    record({ kind: 'file', source, outcome: 'missing', message: `${address}: ${reason}` });
  },
  changes: (entry, fitted) => {
    report.changes(entry, fitted);
    for (const { kind, path, message } of [...(entry.changes ?? []), ...fitted]) {
      record({
        kind: 'value',
        source: entry.source,
        outcome: kind,
        message: `${path}: ${message}`,
      });
    }
  },
});
