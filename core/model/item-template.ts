import type { JsonObject } from '../primitives/json.ts';

/** The values that a new item of a collection can begin with. */
export interface ItemTemplate {
  /** Unique in the collection. */
  readonly name: string;
  /** Absent for none. */
  readonly title?: string | undefined;
  /** Values of top-level fields. A template can be incomplete, so only the items made from it are validated. */
  readonly data: JsonObject;
}

/** The number of templates of a collection, the length of a name, and the bytes of all of them as JSON. */
export const itemTemplateLimits = { count: 20, name: 80, bytes: 64 * 1024 } as const;
