import { describe, expect, test } from 'vitest';
import {
  formatCounted,
  formatDuration,
  formatProgress,
  showPhase,
  showProgress,
} from '../../adapters/cli/progress.ts';
import { createReport, type ImportEnd } from '../../adapters/cli/transfer/import-report.ts';
import { importItems } from '../../adapters/cli/transfer/import-items.ts';
import type { ImportTarget } from '../../adapters/cli/transfer/targets/transfer-target.ts';
import { recordedTerminal } from '../support/service/recorded-terminal.ts';

describe('progress', () => {
  test.each([
    [{ done: 500, total: 2_000, seconds: 10 }, '25 %: 500 of 2,000 items, 50 a second, 30 s left'],
    [
      { done: 1_234_567, total: 1_235_000, seconds: 1_000 },
      '99 %: 1,234,567 of 1,235,000 items, 1,235 a second, 1 s left',
    ],
    [{ done: 1, total: 1, seconds: 1 }, '100 %: 1 of 1 item, 1.0 a second, 0 s left'],
    [{ done: 7, total: 5, seconds: 1 }, '100 %: 7 of 5 items, 7.0 a second, 0 s left'],
    [{ done: 0, total: 754, seconds: 0 }, '0 of 754 items'],
    [{ done: 3, total: undefined, seconds: 2 }, '3 items, 1.5 a second'],
    [{ done: 1, total: undefined, seconds: 2 }, '1 item, 0.5 a second'],
    [{ done: 0, total: undefined, seconds: 0 }, '0 items, 0.0 a second'],
  ])('of %j is shown as %j', (reached, line) => {
    expect(formatProgress({ ...reached, noun: 'item' })).toBe(line);
  });

  test.each([
    [0.2, '1 s'],
    [59, '59 s'],
    [125, '2 min 5 s'],
    [4_800, '1 h 20 min'],
  ])('%s seconds are shown as %j', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });

  test('of one is in the singular', () => {
    const counts = [0, 1, 2, 1_000].map((count) => formatCounted(count, 'file'));
    expect(counts).toEqual(['0 files', '1 file', '2 files', '1,000 files']);
  });

  test('on a terminal begins at once, and the start before it does not count', () => {
    let now = 0;
    const terminal = recordedTerminal({ isInteractive: true });
    showPhase(terminal, 'Opening the database');
    const progress = showProgress(terminal, () => now);
    now = 60_000;
    progress.count('item', 100);
    now += 1_000;
    progress.update(10);
    now += 50;
    progress.update(11);
    now += 50;
    progress.update(12);
    progress.count('file', 1);
    progress.end();
    expect(terminal.statusLines).toEqual([
      'Opening the database …',
      '0 of 100 items',
      '10 %: 10 of 100 items, 10 a second, 9 s left',
      '12 %: 12 of 100 items, 11 a second, 9 s left',
      '0 of 1 file',
      '',
    ]);
  });

  test('without a terminal is a line every ten seconds', () => {
    let now = 0;
    const terminal = recordedTerminal();
    showPhase(terminal, 'Opening the database');
    const progress = showProgress(terminal, () => now);
    progress.count('item', 100);
    for (now = 1_000; now <= 21_000; now += 1_000) progress.update(now / 1_000);
    progress.end();
    expect(terminal.statusLines).toEqual([]);
    expect(terminal.notices).toEqual([
      '10 %: 10 of 100 items, 1.0 a second, 1 min 30 s left',
      '20 %: 20 of 100 items, 1.0 a second, 1 min 20 s left',
    ]);
  });
});

test('an import shows each item as it is read, and counts it when its batch is stored', async () => {
  const read: number[] = [];
  const reached: number[] = [];
  const report = createReport(recordedTerminal(), { isDryRun: true, total: 450, files: undefined });
  await importItems(
    (async function* () {
      for (let position = 1; position <= 450; position += 1) {
        yield { source: '', item: {} as never, verbatim: false, size: 1, position };
      }
    })(),
    {
      target: {
        importContent: async ({ items }) =>
          items.map((_, index) => ({ index, outcome: 'unchanged' as const })),
      } as Pick<ImportTarget, 'importContent'> as ImportTarget,
      findings: {
        add: () => undefined,
        keep: () => undefined,
        note: () => undefined,
        lines: () => [],
      },
      fieldsOf: () => new Map(),
      onSlugClash: 'skip',
      isDryRun: true,
      importedAt: 0,
      record: () => undefined,
      report: { ...report, reach: (position) => void reached.push(position) },
      progress: { ...showProgress(recordedTerminal()), update: (done) => void read.push(done) },
      overwrite: false,
      signal: new AbortController().signal,
    },
  );
  expect(read).toEqual(Array.from({ length: 450 }, (_, index) => index + 1));
  expect(reached).toEqual([200, 400, 450]);
});

describe('the summary of an import', () => {
  const headline = (end: ImportEnd, { isDryRun = false, isPipe = false, created = 1 } = {}) => {
    const total = isPipe ? undefined : 754;
    const report = createReport(recordedTerminal(), { isDryRun, total, files: undefined });
    for (let n = 0; n < created; n += 1) report.countItem('created', `item ${n}`);
    report.reach(100);
    return report.summary(2, end).split('\n')[0];
  };

  test.each([
    [headline('done'), 'Done: 1 item in 2.0 s, 0.5 a second'],
    [headline('done', { created: 2 }), 'Done: 2 items in 2.0 s, 1.0 a second'],
    [headline('done', { isDryRun: true }), 'Dry run: 1 item in 2.0 s, 0.5 a second'],
    [headline('stopped'), 'Stopped at 100 of 754; run it again to go on'],
    [headline('stopped', { isPipe: true }), 'Stopped at 100; run it again to go on'],
    [headline('stopped', { isDryRun: true }), 'Dry run stopped at 100 of 754'],
    [headline('failed'), 'Failed at 100 of 754'],
  ])('begins with %j', (line, expected) => {
    expect(line).toBe(expected);
  });
});
