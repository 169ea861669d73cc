/**
 * Opaque. Two equal snapshots of one store mean that no program has committed anything between them.
 */
export type Snapshot = string;

/** Opaque: identifies a state of something that is stored. Another state has another stamp. */
export type Stamp = string;

/** A caller that is stored, as it was read. */
export interface StampedCaller {
  readonly kind: 'session' | 'token' | 'preview';
  readonly id: string;
  /** The stamp of the session or the preview token with its account and grants, or of the API token. */
  readonly stamp: Stamp;
}

/**
 * What decided which content a caller may see. A read of content confirms that it still holds, in the same
 * state of the store from which the content comes: otherwise a reader could see a draft that was written
 * after the site had stopped showing drafts.
 */
export interface Basis {
  readonly site: Stamp;
  /** The name by which the site was asked for a collection, which may not exist. */
  readonly collection?: string | undefined;
  /** Undefined for anonymous callers and the operator, who are not stored. */
  readonly caller?: StampedCaller | undefined;
}

/** The result of a read of content. */
export type BasedRead<T> =
  | {
      /** The site and the caller were as in the basis when the value was. */
      readonly isCurrent: true;
      readonly value: T;
      /** The state of the store from which the value comes; undefined if it is unknown. */
      readonly snapshot?: Snapshot | undefined;
    }
  | { readonly isCurrent: false };
