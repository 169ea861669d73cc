import { describe, expect, test } from 'vitest';
import { coreTarget } from '../../../adapters/cli/transfer/targets/core-target.ts';
import type { RestSession } from '../../../adapters/cli/transfer/targets/rest-session.ts';
import { restTarget } from '../../../adapters/cli/transfer/targets/rest-target.ts';
import type { TransferTarget } from '../../../adapters/cli/transfer/targets/transfer-target.ts';
import { errorAnswerOf } from '../../../adapters/http/answer/http-error.ts';
import { ApiError, createClient } from '../../../contracts/index.ts';
import { DomainError, errorKinds, type ErrorCode } from '../../../core/index.ts';
import { memoryCms } from '../../support/core/memory-cms.ts';

const record = { id: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f', originalName: 'dot.gif' };

const file = import.meta.filename;

/** The effect of one rejected file on the import. */
const outcomeOf = async (target: TransferTarget): Promise<string> => {
  try {
    const result = await target.importMedia(record, async () => file);
    return result.outcome === 'failed' ? `skipped: ${result.error}` : result.outcome;
  } catch (error) {
    expect(error).toSatisfy((it) => it instanceof DomainError || it instanceof ApiError);
    return 'the import ends';
  }
};

const direct = async (code: ErrorCode): Promise<TransferTarget> => {
  const { cms } = await memoryCms();
  const importMedia = () => Promise.reject(new DomainError(code, 'No', { details: 'Why' }));
  return coreTarget({ ...cms, transfer: { ...cms.transfer, importMedia } }, '');
};

/** A service that answers every upload with the response. */
const answering = (response: () => Response): TransferTarget => {
  const client = createClient({
    baseUrl: 'http://cms.test',
    fetch: async (_url, request) =>
      request?.method === 'GET' ? new Response(null, { status: 404 }) : response(),
  });
  const session: RestSession = { url: 'http://cms.test', send: (request) => request(client) };
  return restTarget(session);
};

const remote = (code: ErrorCode): TransferTarget =>
  answering(() => {
    const { status, body } = errorAnswerOf(new DomainError(code, 'No', { details: 'Why' }));
    return Response.json(body, { status });
  });

describe('a media file that is rejected with', () => {
  test.each([
    ['invalid_folder', 'skipped: No. Why'],
    ['id_taken', 'skipped: No. Why'],
    ['file_too_large', 'skipped: No. Why'],
    ['blocked_by_hook', 'skipped: No. Why'],
    ['forbidden', 'the import ends'],
    ['token_read_only', 'the import ends'],
    ['dependency_unavailable', 'the import ends'],
  ] as const)('%s: %s', async (code, outcome) => {
    expect(await outcomeOf(await direct(code))).toBe(outcome);
  });

  test.each(Object.keys(errorKinds) as ErrorCode[])(
    '%s has the same effect in this process and over REST',
    async (code) => {
      expect(await outcomeOf(remote(code))).toBe(await outcomeOf(await direct(code)));
    },
  );

  test('413 by a proxy is skipped', async () => {
    const proxy = answering(() => new Response('<html>', { status: 413, statusText: 'Too long' }));
    expect(await outcomeOf(proxy)).toBe('skipped: The server answered 413 Too long');
  });
});
