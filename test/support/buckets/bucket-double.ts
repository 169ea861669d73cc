/** What a client may say about an object. */
export interface ObjectProperties {
  readonly contentType?: string | undefined;
  readonly cacheControl?: string | undefined;
  readonly contentEncoding?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** `Tags` is what the service derives from the bytes, such as checksums. */
export type StoredObject<Tags> = Tags & {
  readonly key: string;
  readonly bytes: Buffer;
  readonly storedAt: Date;
  readonly properties: ObjectProperties;
};

/** The objects of one bucket in memory. The double of a service adds the responses of its API. */
export class BucketDouble<Tags extends object = object> {
  readonly name = 'bucket';
  /** The maximum number of objects on a page. */
  pageMax = 1_000;
  readonly #objects = new Map<string, StoredObject<Tags>>();
  readonly #tagsOf: (bytes: Buffer) => Tags;

  constructor(tagsOf: (bytes: Buffer) => Tags) {
    this.#tagsOf = tagsOf;
  }

  get keys(): readonly string[] {
    return [...this.#objects.keys()].toSorted();
  }

  /** The keys of uploads that have not ended, and that the service keeps until a client aborts them. */
  get unfinished(): readonly string[] {
    return [];
  }

  /** The bytes of all objects and of the parts of all unfinished uploads. */
  get usage(): number {
    return this.keys.reduce((total, key) => total + (this.find(key)?.bytes.length ?? 0), 0);
  }

  find(key: string): StoredObject<Tags> | undefined {
    return this.#objects.get(key);
  }

  create(key: string, body: Uint8Array, properties: ObjectProperties = {}): StoredObject<Tags> {
    const bytes = Buffer.from(body);
    const object = { ...this.#tagsOf(bytes), key, bytes, storedAt: new Date(), properties };
    this.#objects.set(key, object);
    return object;
  }

  /** @returns whether there was an object. */
  discard(key: string): boolean {
    return this.#objects.delete(key);
  }

  /** The first objects with one of these keys, and the key of the next one. */
  protected page(isListed: (key: string) => boolean, requested: string | null) {
    const keys = this.keys.filter(isListed);
    const most = Math.min(Number(requested ?? this.pageMax), this.pageMax);
    return {
      objects: keys.slice(0, most).flatMap((key) => this.find(key) ?? []),
      next: keys[most],
    };
  }
}
