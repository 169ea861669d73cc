import type { ContentStatus, Role } from '../../../core/vocabulary.ts';

/*
 * A simple model of what happens to content, written from docs/content/publishing.md and docs/rest-api.md, without the code. It
 * is deliberately slow and plain.
 */

export interface State {
  readonly title: string;
  readonly slug: string;
  /** The id. */
  readonly collection: string;
  readonly data: Readonly<Record<string, string>>;
}

export interface ModelUser {
  readonly id: string;
  readonly role: Role;
  /** A role that replaces it in one collection. */
  readonly grant?: { readonly collection: string; readonly role: Role };
}

export interface ModelRevision {
  readonly version: number;
  readonly status: ContentStatus;
  readonly state: State;
  readonly author: string | undefined;
  readonly isAutosave: boolean;
  readonly at: number;
}

export type Action = 'publish' | 'unpublish';

export interface ModelPlan {
  readonly action: Action;
  readonly at: number;
  /** The code of the reason, if the change has failed. */
  readonly failure?: string;
  readonly by: ModelUser;
}

export interface ModelCopy {
  readonly state: State;
  readonly base: State;
  readonly baseVersion: number;
}

export interface ModelItem {
  readonly id: string;
  readonly owner: string;
  readonly status: ContentStatus;
  readonly state: State;
  readonly version: number;
  /** Oldest first. */
  readonly history: readonly ModelRevision[];
  readonly copy?: ModelCopy | undefined;
  readonly plans: readonly ModelPlan[];
  readonly isTrashed: boolean;
}

export type ModelEvent =
  | {
      readonly id: string;
      readonly before: number | null;
      readonly after: number | null;
      readonly restored: boolean;
    }
  | { readonly id: string; readonly failed: Action; readonly code: string };

export interface Model {
  readonly items: Map<string, ModelItem>;
  readonly events: ModelEvent[];
  readonly now: () => number;
  readonly setNow: (now: number) => void;
  /** The first time from `at` on that is far from all planned changes. */
  readonly freeTime: (at: number) => number;
  /** A copy, to try something. */
  readonly fork: () => Model;
}

export const newModel = (start: number): Model => {
  const open = (items: Map<string, ModelItem>, events: ModelEvent[], from: number): Model => {
    let now = from;
    const freeTime = (at: number): number => {
      const taken = [...items.values()].flatMap(({ plans }) => plans.map((plan) => plan.at));
      return taken.some((each) => Math.abs(each - at) < 60_000) ? freeTime(at + 97_000) : at;
    };
    return {
      items,
      events,
      now: () => now,
      setNow: (next) => {
        now = next;
      },
      freeTime,
      fork: () => open(new Map(items), [...events], now),
    };
  };
  return open(new Map(), [], start);
};

const roleIn = ({ role, grant }: ModelUser, collection: string): Role =>
  grant?.collection === collection && role !== 'admin' ? grant.role : role;

export const isViewerEverywhere = ({ role, grant }: ModelUser): boolean =>
  role === 'viewer' && (grant === undefined || grant.role === 'viewer');

export const mayCreate = (user: ModelUser, collection: string): boolean =>
  roleIn(user, collection) !== 'viewer';

/** To edit and to delete it. */
export const mayEdit = (
  user: ModelUser,
  item: Pick<ModelItem, 'owner'>,
  collection: string,
): boolean => {
  const role = roleIn(user, collection);
  return role === 'editor' || role === 'admin' || (role === 'author' && item.owner === user.id);
};

export const mayEditAll = (user: ModelUser, collection: string): boolean =>
  ['editor', 'admin'].includes(roleIn(user, collection));

export const mayMove = (user: ModelUser, item: ModelItem, to: string): boolean =>
  to === item.state.collection || (mayCreate(user, to) && mayEdit(user, item, to));

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

type Members = Readonly<Record<string, string | undefined>>;

const membersOf = ({ data, ...state }: State, status: string): Members => ({
  ...state,
  status,
  ...Object.fromEntries(Object.entries(data).map(([key, value]) => [`data.${key}`, value])),
});

export interface Merged {
  readonly state: State;
  readonly status: ContentStatus;
  readonly hasConflict: boolean;
}

/** A member that only one side changed gets its value. */
export const mergeThree = (
  base: readonly [State, ContentStatus],
  mine: readonly [State, ContentStatus],
  theirs: readonly [State, ContentStatus],
  winner: 'mine' | 'theirs' = 'theirs',
): Merged => {
  const sides = {
    base: membersOf(...base),
    mine: membersOf(...mine),
    theirs: membersOf(...theirs),
  };
  let hasConflict = false;
  const pick = (name: string): string | undefined => {
    const [from, ours, other] = [sides.base[name], sides.mine[name], sides.theirs[name]];
    if (ours === from) return other;
    if (other === from || other === ours) return ours;
    hasConflict = true;
    return winner === 'mine' ? ours : other;
  };
  const data = Object.fromEntries(
    ['a', 'b', 'c'].flatMap((key) => {
      const value = pick(`data.${key}`);
      return value === undefined ? [] : [[key, value]];
    }),
  );
  const state = {
    title: pick('title')!,
    slug: pick('slug')!,
    collection: pick('collection')!,
    data,
  };
  return { state, status: pick('status') as ContentStatus, hasConflict };
};
