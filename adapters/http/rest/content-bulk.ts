import type { BulkResultDto, contentBulkOperations, Handlers } from '../../../contracts/index.ts';
import type { Cms } from '../../../core/index.ts';
import { DomainError, type BulkResult, type ItemFailure } from '../../../core/vocabulary.ts';
import { itemResultOf } from '../answer/http-error.ts';
import type { RequestContext } from '../request-context.ts';

export const contentBulkHandlers = ({
  content,
}: Pick<Cms, 'content'>): Handlers<typeof contentBulkOperations, RequestContext> => ({
  bulkContent: async ({ body, actor }) => {
    const report = await content.bulk(actor, body);
    if (report.isRejected) throw bulkFailed(report.results);
    return { data: { results: report.results.map(presentResult) } };
  },
});

const presentResult = (result: BulkResult): BulkResultDto =>
  result.outcome === 'done' ? { id: result.id, status: 200 } : itemResultOf(failureOf(result));

const failureOf = (result: BulkResult): ItemFailure => ({
  id: result.id,
  error: result.outcome === 'failed' ? result.error : undefined,
});

const bulkFailed = (results: readonly BulkResult[]): DomainError =>
  new DomainError('bulk_failed', 'Nothing was changed, because a change failed', {
    details: 'The results contain the reason',
    results: results.map(failureOf),
  });
