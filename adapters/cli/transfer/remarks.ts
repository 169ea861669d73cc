import type { SourceRemark } from '../systems/source-system.ts';
import { formatCount } from '../progress.ts';
import type { ImportRun } from './import-run.ts';

const headings = {
  not_read: 'Not read',
  kept: 'Kept as they are',
  changed: 'Changed',
} as const;

/** Records what a source says about its parts, and counts it by kind. */
export const remarkCounts = ({ report, record }: Pick<ImportRun, 'report' | 'record'>) => {
  const counts = new Map<keyof typeof headings, Map<string, number>>();
  return {
    add: (remark: SourceRemark): void => {
      const { kind, source, outcome, count = 1, code, message } = remark;
      if (outcome === 'failed') {
        report.skip(source, message, { kind, code });
        return;
      }
      record({ ...remark, count: count === 1 ? undefined : count });
      const ofOutcome = counts.get(outcome) ?? new Map<string, number>();
      ofOutcome.set(kind, (ofOutcome.get(kind) ?? 0) + count);
      counts.set(outcome, ofOutcome);
    },
    /** `Not read: comments 12, nav_menu_item 3.` */
    lines: (): readonly string[] =>
      Object.entries(headings).flatMap(([outcome, heading]) => {
        const kinds = counts.get(outcome as keyof typeof headings);
        if (kinds === undefined) return [];
        const list = Array.from(kinds, ([kind, count]) => `${kind} ${formatCount(count)}`);
        return [`${heading}: ${list.join(', ')}.`];
      }),
  };
};
