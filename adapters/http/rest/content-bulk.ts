import type { BulkResultDto, contentBulkOperations, Handlers } from '../../../contracts/index.ts';
import type { Cms, DomainError } from '../../../core/index.ts';
import type { BulkResult } from '../../../core/vocabulary.ts';
import { errorAnswerOf, FailureWithResults } from '../answer/http-error.ts';
import type { RequestContext } from '../request-context.ts';

export const contentBulkHandlers = ({
  content,
}: Pick<Cms, 'content'>): Handlers<typeof contentBulkOperations, RequestContext> => ({
  bulkContent: async ({ body, actor }) => {
    const report = await content.bulk(actor, body);
    const results = report.results.map(presentResult);
    if (report.isRejected) throw bulkFailed(results);
    return { data: { results } };
  },
});

const presentResult = (result: BulkResult): BulkResultDto => {
  const { id } = result;
  switch (result.outcome) {
    case 'done':
      return { id, status: 200 };
    case 'not_done':
      return { id, status: 424 };
    case 'failed': {
      const { status, body } = errorAnswerOf(result.error);
      return { id, status, ...body };
    }
  }
};

const bulkFailed = (results: readonly BulkResultDto[]): DomainError =>
  new FailureWithResults(results, 'bulk_failed', 'Nothing was changed, because a change failed', {
    details: 'The results contain the reason',
  });
