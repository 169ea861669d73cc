import type { ContentSummaryDto } from '../../../../contracts/operations/content-summaries.ts';
import { api } from '../../api/client.ts';
import { readSummaries } from '../../api/read-summaries.ts';

type AuditList = Awaited<ReturnType<typeof api.listAudit>>['body'];
export type AuditEntry = AuditList['data'][number];
export type AuditQuery = NonNullable<Parameters<typeof api.listAudit>[0]>['query'];

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** The names of accounts, by id. */
  readonly names: ReadonlyMap<string, string>;
  /** The items that entries are about, by id, as far as they are there. */
  readonly items: ReadonlyMap<string, ContentSummaryDto>;
  /** Of the next page; undefined on the last one. */
  readonly cursor: string | undefined;
}

const isAboutItem = ({ action }: AuditEntry): boolean =>
  /^(?:content|draft|schedule|history)\./.test(action);

const pageSize = 50;

const dayMs = 24 * 60 * 60 * 1_000;

/** The members of the URL that filter. */
export const filterNames = ['resource', 'actor', 'id', 'days'] as const;

const queryOf = (query: URLSearchParams): AuditQuery => {
  const given = (name: string) => {
    const value = query.get(name) ?? '';
    return value === '' ? {} : { [name]: value };
  };
  const days = Number(query.get('days'));
  return {
    ...given('resource'),
    ...given('actor'),
    ...given('id'),
    ...given('after'),
    ...(days > 0 && { from: Date.now() - days * dayMs }),
  };
};

/**
 * A page as the query of the URL says, the newest entry first. Reads on while the service has looked at many entries and
 * found few.
 *
 * @throws ApiError, OfflineError.
 */
export const readAudit = async (url: URLSearchParams): Promise<AuditPage> => {
  const query = queryOf(url);
  const entries: AuditEntry[] = [];
  const names = new Map<string, string>();
  let cursor: string | undefined;
  do {
    const limit = pageSize - entries.length;
    const after = cursor === undefined ? {} : { after: cursor };
    const { data, meta } = (await api.listAudit({ query: { ...query, ...after, limit } })).body;
    entries.push(...data);
    for (const { id, name } of meta.users) names.set(id, name);
    ({ cursor } = meta);
  } while (cursor !== undefined && entries.length < pageSize);
  const ids = entries.filter(isAboutItem).flatMap(({ id }) => (id === undefined ? [] : [id]));
  const items = ids.length === 0 ? [] : await readSummaries(ids);
  return { entries, names, items: new Map(items.map((item) => [item.id, item])), cursor };
};
