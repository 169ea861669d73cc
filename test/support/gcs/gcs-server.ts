import { startBucketServer, type BucketServer } from '../buckets/bucket-server.ts';
import type { Step } from '../buckets/planned-faults.ts';
import { GcsBucketDouble, refusal } from './gcs-bucket-double.ts';

/** A double of the JSON API of Google Cloud Storage. */
export type GcsServer = BucketServer<GcsBucketDouble>;

export const startGcsServer = (): Promise<GcsServer> => {
  const bucket = new GcsBucketDouble();
  const keyOf = ({ pathname, searchParams }: URL): string | undefined => {
    const path = /\/storage\/v1\/b\/(?<bucket>[^/]+)\/o(?:\/(?<name>.+))?$/.exec(pathname)?.groups;
    if (path?.['bucket'] !== bucket.name) return undefined;
    // Uploads have a parameter instead.
    return searchParams.get('name') ?? decodeURIComponent(path['name'] ?? '');
  };
  return startBucketServer({
    bucket,
    stepOf,
    keyOf,
    refusal,
    answer: ({ step, url, headers, key, body }) => {
      const { searchParams } = url;
      if (key === undefined) return refusal(404, 'The specified bucket does not exist.');
      switch (step) {
        case 'put':
          return bucket.insert(
            searchParams,
            headers['content-type']?.split('boundary=')[1] ?? '',
            body,
          );
        case 'start':
          return bucket.start(url, String(headers['x-upload-content-type']), body);
        case 'part':
          return bucket.receive(searchParams, headers['content-range'] ?? '', body);
        case 'get':
          return bucket.media(key, searchParams.get('generation'), headers.range);
        case 'head':
          return bucket.metadata(key);
        case 'list':
          return bucket.list(searchParams);
        case 'delete':
          return bucket.delete(key);
        case 'complete':
        case 'abort':
          return refusal(405);
      }
    },
  });
};

const stepOf = (method: string, { pathname, searchParams }: URL): Step => {
  if (pathname.startsWith('/upload/')) {
    if (method === 'PUT') return 'part';
    return searchParams.get('uploadType') === 'resumable' ? 'start' : 'put';
  }
  if (method === 'DELETE') return 'delete';
  if (/\/o\/?$/.test(pathname)) return 'list';
  return searchParams.get('alt') === 'media' ? 'get' : 'head';
};
