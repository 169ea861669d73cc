import { DomainError, second } from '../../core/vocabulary.ts';

/** What the library throws when a server rejects a request. */
interface Rejection {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly headers?: Readonly<Record<string, string>> };
}

/** The HTTP status of the response; undefined when there was no response. */
export const statusOf = (error: unknown): number | undefined =>
  rejectionOf(error).$metadata?.httpStatusCode;

/** Whether the server does not support a header of the request. */
export const isNotImplemented = (error: unknown): boolean =>
  rejectionOf(error).name === 'NotImplemented' || statusOf(error) === 501;

/**
 * The error that callers get when the bucket fails, with its cause: `id_taken` if the object to be created
 * exists, else `dependency_unavailable`. The cause names the settings that may be wrong.
 */
export const domainError = (cause: unknown): DomainError => {
  if (cause instanceof DomainError) return cause;
  const { name } = rejectionOf(cause);
  // The second one: another write of the same object was in progress.
  return statusOf(cause) === 412 || name === 'ConditionalRequestConflict'
    ? new DomainError('id_taken', 'An object with this key exists already', { cause })
    : new DomainError('dependency_unavailable', 'The file storage cannot be used', {
        retryAfterMs: 2 * second,
        cause: explained(cause),
      });
};

/** Only for the log: it reveals the configuration. */
const explained = (cause: unknown): unknown => {
  const sentence = explanationOf(rejectionOf(cause));
  return sentence === undefined ? cause : new Error(sentence, { cause });
};

const missingKeys =
  'There are no keys for the bucket: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
const badToken = 'AWS_SESSION_TOKEN has expired or is not valid';
const noHost = 'The host name of the bucket cannot be resolved: check S3_ENDPOINT and S3_BUCKET';

/** By code of S3, and by code of Node. https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const explanations: Readonly<Record<string, string>> = {
  NoSuchBucket: 'S3_BUCKET names a bucket that does not exist',
  InvalidBucketName: 'S3_BUCKET is not the name of a bucket',
  InvalidAccessKeyId: 'The server does not know the key in AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID',
  AccessDenied: 'The key in AWS_ACCESS_KEY_ID may not do this in the bucket of S3_BUCKET',
  ExpiredToken: badToken,
  InvalidToken: badToken,
  CredentialsProviderError: missingKeys,
  AuthorizationHeaderMalformed: 'S3_REGION is not the region of the bucket',
  PermanentRedirect: 'S3_REGION is not the region of the bucket',
  RequestTimeTooSkewed: 'The clock of this machine differs from that of the server',
  ECONNREFUSED: 'Nothing listens at the address in S3_ENDPOINT',
  ENOTFOUND: noHost,
  EAI_AGAIN: noHost,
};

const explanationOf = ({ name, code, $response }: Rejection): string | undefined => {
  const text = explanations[String(name)] ?? explanations[String(code)];
  const region = $response?.headers?.['x-amz-bucket-region'];
  const isAboutRegion = text?.startsWith('S3_REGION') ?? false;
  return isAboutRegion && region !== undefined ? `${text}, which is ${region}` : text;
};

const rejectionOf = (error: unknown): Rejection => Object(error) as Rejection;
