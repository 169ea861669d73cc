import fc from 'fast-check';
import type { BulkAction, ContentStatus } from '../../../core/vocabulary.ts';
import type { Model, ModelItem, State } from './model.ts';

/** The members that a write changes. */
export type Changes = Partial<State> & { readonly status?: ContentStatus | undefined };

/** One action, with everything that it needs. */
export type Command =
  | { readonly kind: 'create'; readonly state: State; readonly status: ContentStatus }
  | {
      readonly kind: 'save';
      readonly id: string;
      readonly changes: Changes;
      readonly isAutosave: boolean;
    }
  | {
      readonly kind: 'merge';
      readonly id: string;
      readonly changes: Changes;
      /** The version that the user has read. */
      readonly base: number;
    }
  | { readonly kind: 'delete' | 'purge'; readonly id: string }
  | { readonly kind: 'discard copy' | 'remove plan'; readonly id: string }
  | { readonly kind: 'recover'; readonly id: string; readonly slug: string | undefined }
  | {
      readonly kind: 'restore' | 'restore into copy';
      readonly id: string;
      readonly version: number;
    }
  | { readonly kind: 'save copy'; readonly id: string; readonly changes: Changes }
  | {
      readonly kind: 'publish copy';
      readonly id: string;
      readonly side: 'mine' | 'theirs' | undefined;
    }
  | {
      readonly kind: 'plan';
      readonly id: string;
      readonly publishAt?: number | null;
      readonly unpublishAt?: number | null;
    }
  | { readonly kind: 'empty trash' }
  | { readonly kind: 'elapse'; readonly ms: number }
  | {
      readonly kind: 'bulk';
      readonly action: BulkAction;
      readonly ids: readonly string[];
      readonly collection: string;
      readonly atomic: boolean;
    };

const minute = 60_000;
const hour = 60 * minute;

/** Frequent kinds are there several times. */
const kinds = [
  'create',
  'create',
  'save',
  'save',
  'save',
  'status',
  'status',
  'autosave',
  'autosave',
  'merge',
  'merge',
  'delete',
  'recover',
  'recover',
  'purge',
  'restore',
  'restore into copy',
  'save copy',
  'save copy',
  'save copy',
  'discard copy',
  'publish copy',
  'publish copy',
  'plan',
  'plan',
  'plan',
  'remove plan',
  'elapse',
  'elapse',
  'elapse',
  'bulk',
  'bulk',
  'empty trash',
] as const;

/** Numbers that choose what is done, among what there is then. */
export const stepArbitrary = fc.record({
  kind: fc.constantFrom(...kinds),
  user: fc.nat(1_000),
  item: fc.nat(1_000),
  choice: fc.nat(1_000),
  member: fc.nat(4),
  count: fc.integer({ min: 1, max: 4 }),
  isKeyed: fc.boolean(),
});
export type Step = typeof stepArbitrary extends fc.Arbitrary<infer T> ? T : never;

const among = <T>(values: readonly T[], n: number): T => values[n % values.length]!;

/** How often a step of a random kind takes an item that is not in the state that it needs. */
const itemFor = ({ kind, item }: Step, items: readonly ModelItem[]): ModelItem | undefined => {
  const isFor = (each: ModelItem): boolean => {
    if (kind === 'recover' || kind === 'purge') return each.isTrashed;
    if (kind === 'publish copy' || kind === 'discard copy') return each.copy !== undefined;
    if (kind.endsWith('copy')) return each.status === 'published' && !each.isTrashed;
    return !each.isTrashed;
  };
  const fitting = items.filter(isFor);
  return item % 5 === 0 || fitting.length === 0 ? items[item % items.length] : among(fitting, item);
};

/** Changes one member of a state to `text`. Only the last key of the data can be absent, so that their order stays. */
const changeOf = (
  { member, choice }: Step,
  { data }: State,
  names: Names,
  text: string,
): Changes => {
  switch (member) {
    case 0:
      return { title: text };
    case 1:
      return { slug: names.slug(choice, text) };
    case 2:
      return choice % 3 === 0 ? { collection: among(names.collections, choice) } : { title: text };
    default: {
      const { a, b, c } = data;
      const key = among(['a', 'b', 'c', 'none'], choice);
      const values = { a: a!, b: b!, ...(c !== undefined && { c }) };
      return { data: key === 'none' ? { a: text, b: b! } : { ...values, [key]: text } };
    }
  }
};

/** What commands are made of. */
export interface Names {
  readonly collections: readonly string[];
  /** Some are taken often, if the sequence should meet taken slugs. */
  readonly slug: (choice: number, text: string) => string;
}

/**
 * The command of a step.
 *
 * @param text occurs in no other step.
 */
export const commandOf = (step: Step, model: Model, names: Names, text: string): Command => {
  const { kind, choice, count } = step;
  const items = [...model.items.values()];
  const found = itemFor(step, items);
  const status = among(['draft', 'published', 'published', 'archived'] as const, choice);
  if (kind === 'create' || found === undefined) {
    const slug = names.slug(choice, text);
    const collection = among(names.collections, step.item);
    const state = { title: text, slug, collection, data: { a: text, b: text } };
    return { kind: 'create', status, state };
  }
  const { id, state, history, copy } = found;
  const version = among(history, choice).version + (choice % 20 === 0 ? 1_000 : 0);
  switch (kind) {
    case 'save':
    case 'autosave': {
      const changes = changeOf(step, state, names, text);
      return { kind: 'save', id, changes, isAutosave: kind === 'autosave' };
    }
    case 'status':
      return { kind: 'save', id, changes: { status }, isAutosave: false };
    case 'merge': {
      // Mostly a recent version.
      const base = history[Math.max(0, history.length - 1 - (choice % 3))]!;
      return { kind, id, base: base.version, changes: changeOf(step, base.state, names, text) };
    }
    case 'save copy':
      return { kind, id, changes: changeOf(step, copy?.state ?? state, names, text) };
    case 'restore':
    case 'restore into copy':
      return { kind, id, version };
    case 'recover':
      return { kind, id, slug: choice % 3 === 0 ? names.slug(choice, text) : undefined };
    case 'publish copy':
      return { kind, id, side: among([undefined, undefined, 'mine', 'theirs'] as const, choice) };
    case 'plan': {
      const at = model.freeTime(model.now() + hour + (choice % 5) * hour);
      const end = model.freeTime(at + (choice % 7) * hour + 17 * minute);
      if (choice % 5 === 0) return { kind, id, publishAt: at, unpublishAt: end };
      if (choice % 11 === 0) return { kind, id, publishAt: null };
      return choice % 2 === 0 ? { kind, id, publishAt: at } : { kind, id, unpublishAt: at };
    }
    case 'elapse':
      // No sum of these is about ten minutes.
      return { kind, ms: among([70_000, 11 * minute, 2 * hour, 5 * hour], choice) };
    case 'bulk': {
      const actions = ['publish', 'unpublish', 'archive', 'delete', 'restore', 'move'] as const;
      const ids = Array.from({ length: count }, (_, n) => among(items, step.item + n * choice).id);
      const collection = among(names.collections, step.member);
      const action = among(actions, choice);
      return { kind, action, ids, collection, atomic: step.user % 2 === 0 };
    }
    case 'empty trash':
      return { kind };
    case 'delete':
    case 'discard copy':
    case 'purge':
    case 'remove plan':
      return { kind, id };
  }
};
