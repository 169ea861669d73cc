import { describe, expect, test } from 'vitest';
import { domainError } from '../../../adapters/s3/s3-errors.ts';

/** What the library throws when a server rejects a request with a code. */
const rejection = (name: string, httpStatusCode: number): Error =>
  Object.assign(new Error('Refused'), { name, $metadata: { httpStatusCode } });

test.each([
  ['PreconditionFailed', 412],
  ['ConditionalRequestConflict', 409],
])('%s means that the key is taken', (name, status) => {
  expect(domainError(rejection(name, status))).toMatchObject({ code: 'id_taken' });
});

describe('a rejection names the setting that is wrong, and keeps its cause:', () => {
  test.each([
    ['AccessDenied', 403, 'AWS_ACCESS_KEY_ID'],
    ['ExpiredToken', 400, 'AWS_SESSION_TOKEN'],
    ['InvalidBucketName', 400, 'S3_BUCKET'],
    ['PermanentRedirect', 301, 'S3_REGION'],
    ['RequestTimeTooSkewed', 403, 'clock of this machine'],
  ])('%s', (name, status, text) => {
    const cause = rejection(name, status);
    const error = domainError(cause);
    expect(error).toMatchObject({ code: 'dependency_unavailable', cause: { cause } });
    expect((error.cause as Error).message).toContain(text);
  });
});

test('an error without an explanation is itself the cause', () => {
  const cause = new Error('socket hang up');
  expect(domainError(cause).cause).toBe(cause);
});
