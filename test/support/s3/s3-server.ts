import { startBucketServer, type BucketServer } from '../buckets/bucket-server.ts';
import type { Answer, Step } from '../buckets/planned-faults.ts';
import { refusal, S3BucketDouble } from './s3-bucket-double.ts';
import { s3Options } from './s3-options.ts';
import { signatureError, type Expected } from './signature.ts';

/** A double of Amazon S3 that checks signatures. */
export interface S3Server extends BucketServer<S3BucketDouble> {
  /** The key and the region that requests must be signed with. */
  readonly expected: Expected;
}

export const startS3Server = async (changes: Partial<Expected> = {}): Promise<S3Server> => {
  const { region, keys } = s3Options('');
  const expected = { ...keys, region, ...changes };
  const bucket = new S3BucketDouble();
  // The path is `/<bucket>/<key>`.
  const start = `/${bucket.name}/`;
  const server = await startBucketServer({
    bucket,
    stepOf,
    keyOf: ({ pathname }) =>
      pathname.startsWith(start) ? decodeURIComponent(pathname.slice(start.length)) : undefined,
    refusal,
    answer: ({ method, step, url, headers, key, body }) => {
      const { searchParams } = url;
      const code = signatureError({ method, url, headers }, body, expected);
      if (code !== undefined) return withoutBody(method, rejection(code, region));
      if (key === undefined) return withoutBody(method, refusal(404, 'NoSuchBucket'));
      switch (step) {
        case 'put':
          return bucket.put(key, headers, body);
        case 'start':
          return bucket.start(key, headers);
        case 'part':
          return bucket.receive(searchParams, body);
        case 'complete':
          return bucket.complete(searchParams, headers, body);
        case 'abort':
          return bucket.abort(searchParams);
        case 'get':
          return bucket.get(key, headers);
        case 'head':
          return bucket.head(key);
        case 'list':
          return bucket.list(searchParams);
        case 'delete':
          return bucket.delete(key);
      }
    },
  });
  return { ...server, expected };
};

const stepOf = (method: string, { searchParams }: URL): Step => {
  const isOfUpload = searchParams.has('uploadId');
  switch (method) {
    case 'POST':
      return isOfUpload ? 'complete' : 'start';
    case 'PUT':
      return isOfUpload ? 'part' : 'put';
    case 'DELETE':
      return isOfUpload ? 'abort' : 'delete';
    case 'HEAD':
      return 'head';
    default:
      return searchParams.has('list-type') ? 'list' : 'get';
  }
};

const rejection = (code: string, region: string): Answer => {
  const isMistake = code === 'AuthorizationHeaderMalformed' || code === 'XAmzContentSHA256Mismatch';
  const answer = refusal(isMistake ? 400 : 403, code);
  return { ...answer, headers: { ...answer.headers, 'x-amz-bucket-region': region } };
};

const withoutBody = (method: string, { body, ...answer }: Answer): Answer =>
  method === 'HEAD' || body === undefined ? answer : { ...answer, body };
