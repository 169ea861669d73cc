import { manyText } from './action-texts.ts';
import type { AuditEntry } from './read-audit.ts';

/** A line of the audit: one operation, or the same one that somebody did to many items or files in one go. */
export interface AuditLine {
  /** The newest first. */
  readonly entries: readonly [AuditEntry, ...AuditEntry[]];
}

/** Fewer are lines of their own. */
const manyFrom = 3;

/** A request for many items makes its entries within seconds; so do the requests of one bulk action. */
const pauseMs = 5_000;

const isSameRun = (left: AuditEntry, right: AuditEntry): boolean =>
  left.action === right.action &&
  manyText(left.action, manyFrom) !== undefined &&
  left.actor.kind === right.actor.kind &&
  left.actor.id === right.actor.id &&
  left.actor.address === right.actor.address &&
  Math.abs(left.at - right.at) <= pauseMs;

/** Puts entries that follow each other into one line, in their order. */
export const auditLines = (entries: readonly AuditEntry[]): readonly AuditLine[] => {
  const runs: [AuditEntry, ...AuditEntry[]][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && isSameRun(last, entry)) run.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run): readonly AuditLine[] =>
    run.length < manyFrom ? run.map((entry) => ({ entries: [entry] })) : [{ entries: run }],
  );
};
