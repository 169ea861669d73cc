import type { ContentChange } from '../../../../core/store.ts';
import { jsonArray } from '../../connection/json-array.ts';
import type { Value } from '../../connection/statement.ts';

/** A value that a statement takes. One object is one placeholder, however many steps use it. */
export interface Parameter<Subject = ContentChange> {
  /** The type in PostgreSQL. */
  readonly type: string;
  /** @param leaving the ids of the items that the commit deletes. */
  readonly of: (subject: Subject, leaving: readonly string[]) => Value;
  /** Large values come last: the driver copies all values before each one that its buffer has no room for. */
  readonly isLarge?: boolean;
}

/** Renders the placeholder of a value. */
export type Place<Subject = ContentChange> = (parameter: Parameter<Subject>) => string;

/** A named subquery. Those that follow the item select from `item`, which has its id, or no row if it was not written. */
export type Step<Subject = ContentChange> = readonly [
  name: string,
  write: (place: Place<Subject>) => string,
];

/** @param after the name of the step before it, which has a row if the item may be written. */
export type Guard<Subject = ContentChange> = readonly [
  name: string,
  write: (place: Place<Subject>, after: string) => string,
];

/** What a part adds to the statement of a change, in the order of the phases. */
export interface PartSteps<Subject = ContentChange> {
  /** At most four letters: the name of the statement tells by them which of its texts the part has. Empty if it has none. */
  readonly variant: string;
  /** Lock rows before the collection and the item are locked. */
  readonly locks?: readonly Step<Subject>[];
  /** Check what an update expects, while the item is locked. Each has a row if the item may be written. */
  readonly guards?: readonly Guard<Subject>[];
  /**
   * Calls of functions, which the item's step returns besides the id. A function sees what was committed after the statement
   * began, while it waited for the item.
   */
  readonly calls?: readonly ((place: Place<Subject>) => string)[];
  /** Write what is stored beside the written item. */
  readonly stores?: readonly Step<Subject>[];
}

/** The steps of many parts. */
export type Phases<Subject = ContentChange> = Required<Omit<PartSteps<Subject>, 'variant'>>;

/** The steps of a part that has nothing to do with a change. */
export const noSteps = { variant: '' } as const satisfies PartSteps;

/** A new item. */
export type Creation = Extract<ContentChange, { readonly kind: 'create' }>;

/** What is stored beside an item when it changes. A part is asked about every change: a deletion may concern it, too. */
export interface ChangePart {
  readonly of: (change: ContentChange) => PartSteps;
  /** For new items that one statement stores. Absent if a creation stores nothing of the part. */
  readonly ofAll?: (creations: readonly Creation[]) => PartSteps<readonly Creation[]>;
}

/** The parameter of a change as an array: its values for those of many creations which it concerns, by default for all. */
export const ofEach = (
  { type, of, isLarge = false }: Parameter,
  isConcerned: (creation: Creation) => boolean = () => true,
): Parameter<readonly Creation[]> => ({
  type: `${type}[]`,
  of: (creations) => {
    const values = creations.filter(isConcerned).map((creation) => of(creation, []));
    return type === 'json' ? jsonArray(values as string[]) : (values as (string | null)[]);
  },
  isLarge,
});
