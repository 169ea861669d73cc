import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface SignedRequest {
  readonly method: string;
  /** With the path and query as they were sent. */
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
}

export interface Expected {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  readonly region: string;
}

const headerForm =
  /^AWS4-HMAC-SHA256 Credential=(?<id>[^/]+)\/(?<day>\d{8})\/(?<region>[^/]+)\/s3\/aws4_request, ?SignedHeaders=(?<names>[^,]+), ?Signature=(?<signature>[0-9a-f]{64})$/;

const maxSkewMs = 15 * 60 * 1_000;

/**
 * Checks Signature Version 4, in the header, of a request and of its whole body:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 *
 * @returns the code of the error that S3 responds with; undefined if the signature is right.
 */
export const signatureError = (
  { method, url, headers }: SignedRequest,
  body: Uint8Array,
  expected: Expected,
  now = Date.now(),
): string | undefined => {
  const parts = headerForm.exec(headers.authorization ?? '')?.groups;
  if (parts === undefined) return 'AccessDenied';
  const { id, day = '', region, names = '', signature } = parts;
  if (id !== expected.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== expected.region) return 'AuthorizationHeaderMalformed';
  if (headers['x-amz-security-token'] !== expected.sessionToken) return 'InvalidToken';
  const time = String(headers['x-amz-date']);
  if (!time.startsWith(day)) return 'AuthorizationHeaderMalformed';
  if (Math.abs(now - timeOf(time)) > maxSkewMs) return 'RequestTimeTooSkewed';
  const payload = String(headers['x-amz-content-sha256']);
  if (payload !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const signed = names.split(';');
  const mustBeSigned = [
    'host',
    ...Object.keys(headers).filter((name) => name.startsWith('x-amz-')),
  ];
  if (mustBeSigned.some((name) => !signed.includes(name))) return 'AccessDenied';
  const canonical = [
    method,
    encoded(decodeURIComponent(url.pathname)).replaceAll('%2F', '/'),
    canonicalQuery(url.searchParams),
    ...signed.map((name) => `${name}:${String(headers[name]).trim().replaceAll(/ +/g, ' ')}`),
    '',
    names,
    payload,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, word) => createHmac('sha256', secret).update(word).digest(),
    `AWS4${expected.secretAccessKey}`,
  );
  const right = createHmac('sha256', key).update(text).digest('hex');
  return signature === right ? undefined : 'SignatureDoesNotMatch';
};

const canonicalQuery = (query: URLSearchParams): string =>
  [...query]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');

/** Encodes all but the unreserved characters of RFC 3986. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const sha256 = (data: Uint8Array | string): string =>
  createHash('sha256').update(data).digest('hex');

/** Of `20130524T000000Z`. */
const timeOf = (text: string): number =>
  Date.parse(text.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
