import { authorize } from '../access/policy.ts';
import { collectAudit } from '../events/collect-audit.ts';
import type { Actor } from '../model/actor.ts';
import type { AuditAction, AuditEntry, AuditResource } from '../model/audit-entry.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { AuditFilter, AuditPlace } from '../ports/repositories/audit-repository.ts';
import { DomainError, invalid } from '../primitives/errors.ts';
import { parsePage } from '../primitives/paging.ts';
import type { EpochMs } from '../primitives/time.ts';
import { parseUuid } from '../primitives/uuid.ts';

/** Absent members match everything. */
export interface FindAudit {
  /** The id of a user or of an API token. */
  readonly actor?: string | undefined;
  readonly resource?: AuditResource | undefined;
  readonly id?: string | undefined;
  readonly action?: AuditAction | undefined;
  /** From this time on. */
  readonly from?: EpochMs | undefined;
  /** Before this time. */
  readonly to?: EpochMs | undefined;
}

export interface ListAudit extends FindAudit {
  /** The cursor of the page before. */
  readonly after?: string | undefined;
  /** As in {@link PageRequest}. */
  readonly limit?: number | undefined;
}

export interface AuditList {
  readonly entries: readonly AuditEntry[];
  /** Undefined on the last page. */
  readonly cursor: string | undefined;
}

type AuditDependencies = Pick<Dependencies, 'audit' | 'outbox'>;

export const listAudit =
  (dependencies: AuditDependencies) =>
  async (actor: Actor, { after, limit: requested, ...find }: ListAudit): Promise<AuditList> => {
    authorize(actor, 'administer');
    const { limit } = parsePage({ limit: requested });
    const filter = parseFilter(find);
    const place = after === undefined ? undefined : parseCursor(after);
    // What was acknowledged before the first page must be on it.
    if (place === undefined) await collectAudit(dependencies);
    const { entries, next } = await dependencies.audit.list(filter, place, limit);
    return { entries, cursor: next && `${next.at}.${next.number}` };
  };

const exportPage = 1_000;

export const exportAudit =
  (dependencies: AuditDependencies) =>
  async (actor: Actor, find: FindAudit): Promise<AsyncIterable<AuditEntry>> => {
    authorize(actor, 'administer');
    const filter = parseFilter(find);
    await collectAudit(dependencies);
    return readPages(dependencies.audit, filter);
  };

async function* readPages(
  audit: Dependencies['audit'],
  filter: AuditFilter,
): AsyncGenerator<AuditEntry> {
  let place: AuditPlace | undefined;
  do {
    const page = await audit.list(filter, place, exportPage);
    yield* page.entries;
    place = page.next;
  } while (place !== undefined);
}

const parseFilter = ({ actor, id, from, to, ...rest }: FindAudit): AuditFilter => ({
  ...rest,
  actorId: actor === undefined ? undefined : parseUuid('actor', actor),
  id: id === undefined ? undefined : parseUuid('id', id),
  from: parseTime('from', from),
  to: parseTime('to', to),
});

const parseTime = (path: string, time: EpochMs | undefined): EpochMs | undefined => {
  if (time === undefined || Number.isSafeInteger(time)) return time;
  throw invalid('invalid_input', [{ path, message: 'must be a time in epoch milliseconds' }]);
};

const parseCursor = (cursor: string): AuditPlace => {
  const [, at, number] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? [];
  if (at !== undefined) return { at: Number(at), number: Number(number) };
  throw new DomainError('invalid_cursor', 'This is not a cursor of the audit', {
    details: 'Start again without after',
    issues: [{ path: 'after', message: 'must be the cursor of a page of the audit' }],
  });
};
