import { isRequired, type RequestBody } from '../../../contracts/index.ts';
import { DomainError } from '../../../core/index.ts';
import type { RequestHead } from '../request-head.ts';

/** The media types of bodies that are read as text. */
export const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
} as const;

type BodyHead = Pick<RequestHead, 'headers' | 'is'>;

/** @throws DomainError `unsupported_content_type`; `malformed_body` if there is no body. */
export const assertReadable = (head: BodyHead, type: string): void => {
  assertType(head, type);
  if (head.is(type) !== null) return;
  throw new DomainError('malformed_body', `The request has no body: send ${type}`);
};

const assertType = (head: BodyHead, type: string): void => {
  if (!['', 'identity'].includes(head.headers['content-encoding']?.toLowerCase() ?? '')) {
    throw new DomainError('unsupported_content_type', 'The body must not be compressed');
  }
  if (head.is(type) === false) {
    throw new DomainError('unsupported_content_type', `The body must be ${type}`);
  }
};

export const bodyTooLarge = (limit: number): DomainError =>
  new DomainError('body_too_large', `The body may have at most ${limit} bytes`);

/**
 * Rejects a body for what the headers say of it.
 *
 * @throws DomainError `unsupported_content_type`, `body_too_large`.
 */
export const assertBodyHead = (body: RequestBody | undefined, head: BodyHead): void => {
  if (body === undefined || body.kind === 'upload' || !isRequired(body)) return;
  assertType(head, mediaTypes[body.kind]);
  if (Number(head.headers['content-length']) > body.limit) throw bodyTooLarge(body.limit);
};
