import {
  presentAuditEntry,
  type auditOperations,
  type AuditMetaDto,
  type Handlers,
} from '../../../contracts/index.ts';
import type { Clock, Cms } from '../../../core/index.ts';
import type { AuditEntry } from '../../../core/vocabulary.ts';
import { timed } from '../answer/read-facts.ts';
import type { RequestContext } from '../request-context.ts';
import { listMetaOf } from './answers/envelope.ts';

export const auditHandlers = (
  { audit, users }: Pick<Cms, 'audit' | 'users'>,
  { clock }: { readonly clock: Clock },
): Handlers<typeof auditOperations, RequestContext> => ({
  listAudit: async ({ query, actor, elapsedMs }) => {
    const { value, timing } = await timed(elapsedMs, () => audit.list(actor, query));
    const { entries, cursor } = value;
    const meta: AuditMetaDto = {
      ...listMetaOf(clock, entries.length, timing),
      ...(cursor !== undefined && { cursor }),
      users: await users.findAuthors(actor, accountsIn(entries)),
    };
    return { data: entries.map(presentAuditEntry), meta };
  },

  exportAudit: async ({ query, actor }) => {
    const entries = await audit.export(actor, query);
    return async (write) => {
      for await (const entry of entries) await write(presentAuditEntry(entry));
    };
  },
});

const accountsIn = (entries: readonly AuditEntry[]): readonly string[] => [
  ...new Set(
    entries.flatMap(({ by, action, id }) => [
      ...(by.id === undefined || by.kind === 'token' ? [] : [by.id]),
      ...(id !== undefined && /^(?:user|session)\./.test(action) ? [id] : []),
    ]),
  ),
];
