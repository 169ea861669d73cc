import type { RestorableLineDto } from '../../../contracts/index.ts';
import type { JsonObject } from '../../../core/vocabulary.ts';
import { inBatches } from './import-items.ts';
import { reasonOf, type ImportRun } from './import-run.ts';

export interface LineToRestore {
  /** The file and line, for messages. */
  readonly source: string;
  readonly line: RestorableLineDto;
  /** Bytes of its JSON. */
  readonly size: number;
  readonly position: number;
}

export const sizeOfLine = (line: RestorableLineDto): number =>
  Buffer.byteLength(JSON.stringify(line));

/** Within the limits of a request. A working copy and its base together can be larger: they are a batch alone. */
const batchLimits = {
  items: 200,
  bytes: 4 * 1024 * 1024,
  sizeOf: ({ size }: LineToRestore) => size,
};

/** Restores lines in batches, one after the other, because lines refer to earlier ones. */
export const restoreLines = async (
  lines: AsyncIterable<LineToRestore>,
  { target, report, progress, signal }: ImportRun,
): Promise<void> => {
  for await (const batch of inBatches(lines, batchLimits)) {
    if (signal.aborted) return;
    const outcomes = await target.restoreLines(batch.map(({ line }) => line));
    for (const [index, { source, line }] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined || outcome.outcome === 'failed') {
        report.skip(source, reasonOf(outcome));
      } else {
        report.countLine(line.type, outcome.outcome);
      }
    }
    progress.update(batch.at(-1)?.position ?? 0);
  }
};

interface State {
  readonly collection: string;
  readonly data: JsonObject;
}

/** Replaces all states of an item in a line, and the names of collections. */
export const mapStates = (
  line: RestorableLineDto,
  map: <S extends State>(state: S) => S,
): RestorableLineDto => {
  switch (line.type) {
    case 'trash':
      return { ...line, item: map(line.item) };
    case 'revision':
      return { ...line, revision: map(line.revision) };
    case 'workingCopy':
      return { ...line, copy: { ...map(line.copy), base: map(line.copy.base) } };
    case 'formerSlug': {
      const seenIn = line.seenIn?.map((collection) => map({ collection, data: {} }).collection);
      return seenIn === undefined ? line : { ...line, seenIn };
    }
    case 'schedule':
    case 'comment':
      return line;
  }
};
