import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../adapters/koa/http-error.ts';
import { CommandError } from '../../bootstrap/cli/command-error.ts';
import { directTarget } from '../../bootstrap/cli/transfer/direct-target.ts';
import type { RestClient } from '../../bootstrap/cli/transfer/rest-client.ts';
import { restTarget } from '../../bootstrap/cli/transfer/rest-target.ts';
import type { TransferTarget } from '../../bootstrap/cli/transfer/transfer-target.ts';
import { DomainError, errorKinds, type ErrorCode } from '../../core/index.ts';
import { memoryCms } from '../support/memory-cms.ts';

const record = { id: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f', originalName: 'dot.gif' };
const file = import.meta.filename;

/** What becomes of one file that the service refuses, and of the import that it is part of. */
const verdictOf = async (target: TransferTarget): Promise<string> => {
  try {
    const result = await target.importMedia(record, file);
    return result.outcome === 'failed' ? `left out: ${result.error}` : result.outcome;
  } catch (error) {
    expect(error).toSatisfy((it) => it instanceof DomainError || it instanceof CommandError);
    return 'the import ends';
  }
};

const direct = async (code: ErrorCode): Promise<TransferTarget> => {
  const { cms } = await memoryCms();
  const importMedia = () => Promise.reject(new DomainError(code, 'No', { details: 'Why' }));
  return directTarget({ ...cms, transfer: { ...cms.transfer, importMedia } }, '');
};

/** Answers every upload with the given response, as the client hands it on. */
const answering = (response: () => Response): TransferTarget => {
  const client: RestClient = {
    send: async ({ method, accept = [] }) => {
      if (method === 'GET') return new Response(null, { status: 404 });
      const answer = response();
      if (accept.includes(answer.status)) return answer;
      throw new CommandError('The service refused');
    },
  };
  return restTarget(client);
};

const remote = (code: ErrorCode): TransferTarget =>
  answering(() => {
    const { status, body } = refusalOf(new DomainError(code, 'No', { details: 'Why' }));
    return Response.json(body, { status });
  });

describe('a file that is refused with', () => {
  test.each([
    ['invalid_folder', 'left out: No. Why'],
    ['id_taken', 'left out: No. Why'],
    ['file_too_large', 'left out: No. Why'],
    ['blocked_by_hook', 'left out: No. Why'],
    ['forbidden', 'the import ends'],
    ['token_read_only', 'the import ends'],
    ['dependency_unavailable', 'the import ends'],
  ] as const)('%s: %s', async (code, verdict) => {
    expect(await verdictOf(await direct(code))).toBe(verdict);
  });

  test.each(Object.keys(errorKinds) as ErrorCode[])(
    '%s has the same consequence here and over the network',
    async (code) => {
      expect(await verdictOf(remote(code))).toBe(await verdictOf(await direct(code)));
    },
  );

  test('a body that is too long for a server in between is left out', async () => {
    const between = answering(
      () => new Response('<html>', { status: 413, statusText: 'Too long' }),
    );
    expect(await verdictOf(between)).toBe('left out: it answered 413 Too long');
  });
});
