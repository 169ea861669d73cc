import { Type, type Static, type TObject } from 'typebox';
import { originOf, readUrl } from './addresses.ts';
import { readS3, s3Mistakes, s3Variables, type S3Settings } from './s3.ts';

export const fileVariables = {
  GCS_BUCKET: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'The Google Cloud Storage bucket for uploads. Without it and `S3_BUCKET`, uploads are files in `DATA_DIR`. Not together with `blobs` of the [configuration file](configuration-file.md#ports).',
    }),
  ),
  GCS_ENDPOINT: Type.Optional(
    Type.String({
      description:
        'The address of an emulator to use instead of Google’s storage API. Requests to it carry no credentials.',
    }),
  ),
  GOOGLE_APPLICATION_CREDENTIALS: Type.Optional(
    Type.String({
      description:
        'The key file of a service account with read and write access to the bucket. Google’s library reads the file. Without it, the library uses the credentials of the machine.',
    }),
  ),
  ...s3Variables,
  MEDIA_BASE_URL: Type.Optional(
    Type.String({
      description:
        'The base URL of uploaded files, for example that of a CDN, without a query or a fragment. Defaults to `PUBLIC_URL/files`.',
    }),
  ),
  UPLOAD_MAX_BYTES: Type.Integer({
    minimum: 1,
    maximum: 1024 ** 4,
    default: 50 * 1024 * 1024,
    description: 'The largest file that can be uploaded, in bytes.',
  }),
};

type FileEnvironment = Static<TObject<typeof fileVariables>>;

export interface FileSettings {
  /** Without a bucket, uploads are stored in the data folder. */
  readonly gcs: GcsSettings | undefined;
  readonly s3: S3Settings | undefined;
  /** Without a trailing slash. */
  readonly mediaBaseUrl: string;
  readonly uploadMaxBytes: number;
}

export interface GcsSettings {
  readonly bucket: string;
  /** Undefined for Google's. */
  readonly endpoint: string | undefined;
  /** The credentials for Google's library. Undefined for those of the machine, or for an emulator. */
  readonly keyFile: string | undefined;
}

export function* fileMistakes(env: FileEnvironment): Generator<string> {
  const { GCS_BUCKET, GCS_ENDPOINT, MEDIA_BASE_URL } = env;
  if (MEDIA_BASE_URL !== undefined && !canPrecede(MEDIA_BASE_URL)) {
    yield 'MEDIA_BASE_URL must be an http or https address without ? and #: the key of the file follows it';
  }
  if (GCS_ENDPOINT !== undefined && originOf(GCS_ENDPOINT) === undefined) {
    yield 'GCS_ENDPOINT must be an http or https address without a path, such as http://localhost:4443';
  }
  if (GCS_ENDPOINT !== undefined && GCS_BUCKET === undefined) {
    yield 'GCS_ENDPOINT requires GCS_BUCKET';
  }
  if (GCS_BUCKET !== undefined && env.S3_BUCKET !== undefined) {
    yield 'GCS_BUCKET and S3_BUCKET must not both be set: uploads are stored in one place';
  }
  for (const [name, bucket] of Object.entries({ GCS_BUCKET, S3_BUCKET: env.S3_BUCKET })) {
    if (bucket?.includes('/') === true)
      yield `${name} must be the name of a bucket, without gs:// or s3:// and without a path`;
  }
  yield* s3Mistakes(env);
}

export const readFiles = (env: FileEnvironment, publicUrl: string): FileSettings => ({
  gcs: env.GCS_BUCKET === undefined ? undefined : readGcs(env.GCS_BUCKET, env),
  s3: env.S3_BUCKET === undefined ? undefined : readS3(env.S3_BUCKET, env),
  mediaBaseUrl: env.MEDIA_BASE_URL?.replace(/\/+$/, '') ?? `${publicUrl}/files`,
  uploadMaxBytes: env.UPLOAD_MAX_BYTES,
});

/** Requests to an emulator carry no credentials. */
const readGcs = (bucket: string, env: FileEnvironment): GcsSettings => {
  const endpoint = originOf(env.GCS_ENDPOINT ?? '');
  const keyFile = endpoint === undefined ? env.GOOGLE_APPLICATION_CREDENTIALS : undefined;
  return { bucket, endpoint, keyFile };
};

/** {@link URL} drops an empty query or fragment, but text appended to the address would become one. */
const canPrecede = (text: string): boolean =>
  readUrl(text, ['http:', 'https:']) !== undefined && !/[?#]/.test(text);
