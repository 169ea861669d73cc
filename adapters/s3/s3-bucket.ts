import { S3, type HeadObjectCommandOutput } from '@aws-sdk/client-s3';
import type { Timer } from '../../core/index.ts';
import { second } from '../../core/vocabulary.ts';
import { domainError, statusOf } from './s3-errors.ts';

interface S3Timeouts {
  /** In milliseconds, for a call that transfers no object, including retries. Defaults to 5 seconds. */
  readonly metadataMs: number;
  /**
   * In milliseconds, for a call that sends at most 8 MiB of an object, including retries, and for the next
   * bytes of a download. Defaults to 60 seconds.
   */
  readonly transferMs: number;
}

export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Only of temporary keys. */
  readonly sessionToken?: string | undefined;
}

export interface S3Options {
  readonly bucket: string;
  readonly region: string;
  /** URL of a server other than Amazon's. */
  readonly endpoint?: string | undefined;
  /** Whether the bucket is the first segment of the path, instead of a part of the host name. */
  readonly isPathStyle: boolean;
  /** By default, those that Amazon's library finds on the machine. */
  readonly keys?: S3Keys | undefined;
  readonly timeouts?: Partial<S3Timeouts>;
}

type CallOptions = { readonly abortSignal: AbortSignal };

/** One bucket, whose objects have blob keys as names. */
export class S3Bucket {
  readonly name: string;
  readonly client: S3;
  readonly timeouts: S3Timeouts;
  /** Whether the server is not Amazon's, so that it may lack conditional writes. */
  readonly isOther: boolean;
  readonly #timer: Timer;

  constructor({ bucket, region, endpoint, isPathStyle, keys, timeouts }: S3Options, timer: Timer) {
    this.name = bucket;
    this.timeouts = { metadataMs: 5 * second, transferMs: 60 * second, ...timeouts };
    this.isOther = endpoint !== undefined;
    this.#timer = timer;
    this.client = new S3({
      region,
      forcePathStyle: isPathStyle,
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(keys === undefined ? {} : { credentials: withoutUndefined(keys) }),
      // Every request has the SHA-256 of its body, which all servers compare. Many reject Amazon's other checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      // With the header, the library opens a connection for every part.
      expectContinueHeader: false,
    });
  }

  /**
   * Waits for a call of the library, which has no timeout of its own, and aborts it after `ms`.
   *
   * @throws DomainError: what {@link domainError} makes of any error; `dependency_unavailable` after `ms`.
   */
  async call<T>(
    start: (options: CallOptions) => Promise<T>,
    ms = this.timeouts.metadataMs,
  ): Promise<T> {
    const aborting = new AbortController();
    try {
      const result = await this.#timer.within(start({ abortSignal: aborting.signal }), ms);
      if (result.inTime) return result.value;
      aborting.abort();
      throw new Error(`The bucket did not respond within ${ms} ms`);
    } catch (error) {
      throw domainError(error);
    }
  }

  /** Undefined if the object does not exist. @throws DomainError `dependency_unavailable`. */
  findObject(key: string): Promise<HeadObjectCommandOutput | undefined> {
    const target = { Bucket: this.name, Key: key };
    return this.call(async (options) => {
      try {
        return await this.client.headObject(target, options);
      } catch (error) {
        if (!isClientError(error)) throw error;
        // The response has no body: it does not say why the request failed, nor whether the bucket exists.
        await this.client.listObjectsV2({ Bucket: this.name, MaxKeys: 1 }, options);
        if (statusOf(error) === 404) return undefined;
        throw error;
      }
    });
  }

  /** Also succeeds if the object does not exist. @throws DomainError `dependency_unavailable`. */
  async deleteObject(key: string): Promise<void> {
    await this.call((options) =>
      this.client.deleteObject({ Bucket: this.name, Key: key }, options),
    );
  }
}

const isClientError = (error: unknown): boolean => {
  const status = statusOf(error) ?? 0;
  return status >= 300 && status < 500;
};

const withoutUndefined = ({ sessionToken, ...keys }: S3Keys) =>
  sessionToken === undefined ? keys : { ...keys, sessionToken };
