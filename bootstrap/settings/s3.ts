import { Type, type Static, type TObject } from 'typebox';
import { originOf } from './addresses.ts';

const addressings = ['path', 'virtual-host'] as const;
type Addressing = (typeof addressings)[number];

export const s3Variables = {
  S3_BUCKET: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'The bucket for uploads, in Amazon S3 or on a server with the same API, such as Cloudflare R2 or MinIO. Not together with `blobs` of the [configuration file](configuration-file.md#ports). [storage.md](operations/storage.md) lists the rights that the keys need.',
    }),
  ),
  S3_REGION: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'The region of the bucket. Required without `S3_ENDPOINT`; with it, the default is `us-east-1`, which most other servers accept.',
    }),
  ),
  S3_ENDPOINT: Type.Optional(
    Type.String({
      description:
        'The address of a server other than Amazon’s, such as `https://<account>.r2.cloudflarestorage.com`, without a path. For a certificate of your own authority, set [`NODE_EXTRA_CA_CERTS`](https://nodejs.org/api/cli.html#node_extra_ca_certsfile) of Node to its file.',
    }),
  ),
  S3_ADDRESSING: Type.Optional(
    Type.Unsafe<Addressing>({
      type: 'string',
      enum: addressings,
      description:
        'Where requests name the bucket: `path` in the path of the URL, `virtual-host` in the host name. Defaults to `path` with `S3_ENDPOINT`, otherwise to `virtual-host`.',
    }),
  ),
  AWS_ACCESS_KEY_ID: Type.Optional(
    Type.String({
      description:
        'The key for `S3_BUCKET`. Without it, Amazon’s library looks for credentials in its usual places: the shared files of the account, the role of the container or machine.',
    }),
  ),
  AWS_SECRET_ACCESS_KEY: Type.Optional(
    Type.String({ description: 'The secret that belongs to `AWS_ACCESS_KEY_ID`.' }),
  ),
  AWS_SESSION_TOKEN: Type.Optional(
    Type.String({ description: 'The session token of a temporary `AWS_ACCESS_KEY_ID`.' }),
  ),
};

type S3Environment = Static<TObject<typeof s3Variables>>;

export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** Undefined for Amazon's. */
  readonly endpoint: string | undefined;
  readonly isPathStyle: boolean;
  /** Undefined to let Amazon's library look for them. */
  readonly keys:
    | {
        readonly accessKeyId: string;
        readonly secretAccessKey: string;
        readonly sessionToken?: string | undefined;
      }
    | undefined;
}

export function* s3Mistakes(env: S3Environment): Generator<string> {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ADDRESSING } = env;
  if (S3_ENDPOINT !== undefined && originOf(S3_ENDPOINT) === undefined) {
    yield 'S3_ENDPOINT must be an http or https address without a path, such as http://localhost:9000';
  }
  if (S3_BUCKET === undefined) {
    const alone = Object.entries({ S3_REGION, S3_ENDPOINT, S3_ADDRESSING });
    for (const [name, value] of alone) if (value !== undefined) yield `${name} requires S3_BUCKET`;
    // The other variables may be set for other programs.
    return;
  }
  if (S3_REGION === undefined && S3_ENDPOINT === undefined) {
    yield 'S3_REGION is required with S3_BUCKET: name the region of the bucket, such as eu-west-1';
  }
  if ((env.AWS_ACCESS_KEY_ID === undefined) !== (env.AWS_SECRET_ACCESS_KEY === undefined)) {
    yield 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together';
  }
  if (env.AWS_SESSION_TOKEN !== undefined && env.AWS_ACCESS_KEY_ID === undefined) {
    yield 'AWS_SESSION_TOKEN requires AWS_ACCESS_KEY_ID';
  }
}

export const readS3 = (bucket: string, env: S3Environment): S3Settings => {
  const endpoint = originOf(env.S3_ENDPOINT ?? '');
  const addressing = env.S3_ADDRESSING ?? (endpoint === undefined ? 'virtual-host' : 'path');
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  const hasKeys = accessKeyId !== undefined && secretAccessKey !== undefined;
  return {
    bucket,
    region: env.S3_REGION ?? 'us-east-1',
    endpoint,
    isPathStyle: addressing === 'path',
    keys: hasKeys
      ? { accessKeyId, secretAccessKey, sessionToken: env.AWS_SESSION_TOKEN }
      : undefined,
  };
};
