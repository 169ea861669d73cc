import type { ErrorStatus } from '../operation.ts';
import { defaultBodyLimit } from '../schemas/request-body.ts';
import type { ErrorDto } from '../schemas/envelope.ts';

/** What the responses with one status have in common. */
interface StatusNote {
  readonly description: string;
  /** Shown where the operation has its code. */
  readonly example: ErrorDto;
}

/** The text of the error responses with each status. */
export const statusNotes: Readonly<Record<ErrorStatus, StatusNote>> = {
  400: {
    description:
      'The request is incomplete or invalid. `issues` lists the mistakes and their places.',
    example: {
      error: 'limit: must be a whole number from 1',
      code: 'invalid_input',
      issues: [{ path: 'limit', message: 'must be a whole number from 1' }],
    },
  },
  401: {
    description: 'The credentials are missing, wrong, expired or revoked.',
    example: { error: 'Authentication required', code: 'not_authenticated' },
  },
  403: {
    description:
      'The role, the API token, a hook or the settings do not allow it, or the CSRF token is missing.',
    example: { error: 'Access denied: your role does not permit this', code: 'forbidden' },
  },
  404: {
    description: 'The resource does not exist, or the caller may not see it.',
    example: { error: 'Content not found', code: 'not_found' },
  },
  409: {
    description:
      'The request conflicts with stored data, or a request with this `Idempotency-Key` is still running; then `Retry-After` is set.',
    example: {
      error: "The slug 'tidal-pools-in-winter' is taken",
      details: "'tidal-pools-in-winter-2' is free",
      code: 'slug_taken',
      issues: [{ path: 'slug', message: 'must not be taken' }],
    },
  },
  410: {
    description: 'The changes after the cursor are no longer known: start again.',
    example: {
      error: 'The changes after this cursor are no longer known',
      details: 'Start again with after=start',
      code: 'cursor_expired',
    },
  },
  412: {
    description: '`If-Match` does not name the current `ETag`.',
    example: { error: 'The content has changed since you read it', code: 'version_mismatch' },
  },
  413: {
    description: 'The body is too long.',
    example: {
      error: `The body may have at most ${defaultBodyLimit} bytes`,
      code: 'body_too_large',
    },
  },
  415: {
    description: 'The operation does not accept the media type of the body.',
    example: { error: 'The body must be application/json', code: 'unsupported_content_type' },
  },
  421: {
    description: 'The service does not answer for the host of the request.',
    example: {
      error: 'The service does not answer for this host',
      details: 'If it is a name of the service, set PUBLIC_URL or ALLOWED_HOSTS',
      code: 'host_not_allowed',
    },
  },
  422: {
    description:
      'Another request had this `Idempotency-Key`, or the image cannot be resized, because it is broken or too large.',
    example: {
      error: 'Another request had this Idempotency-Key',
      details: 'Send a new key with each new request, and the same one only to repeat it',
      code: 'idempotency_mismatch',
    },
  },
  429: {
    description: 'Too many attempts. Retry after `Retry-After`.',
    example: {
      error: 'Too many attempts',
      details: 'Try again in 42 seconds',
      code: 'rate_limited',
    },
  },
  500: {
    description: 'The service failed. Its log contains the details.',
    example: { error: 'Internal server error' },
  },
  503: {
    description: 'The service is overloaded, or a dependency is unreachable.',
    example: {
      error: 'The database is not available at the moment',
      code: 'dependency_unavailable',
    },
  },
};
