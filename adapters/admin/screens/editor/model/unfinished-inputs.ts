import { signal, type ReadonlySignal } from '@preact/signals';
import { issueKey, type Path } from './json-path.ts';

/** What a control contains that is no value yet, such as incomplete JSON. */
export interface UnfinishedInput {
  readonly text: string;
  /** What to do about it. */
  readonly message: string;
}

/** By the path of the field, such as `data.tags.0`. */
export type UnfinishedByPath = ReadonlyMap<string, UnfinishedInput>;

/** The unfinished input of a form. Values keep what they were before it. */
export interface UnfinishedInputs {
  readonly all: ReadonlySignal<UnfinishedByPath>;
  /** Undefined: a new value replaces the input, and all input for values inside it. */
  readonly set: (path: Path, input: UnfinishedInput | undefined) => void;
  /** Follows the entries of a list. @param order the former index of each entry that the list has now. */
  readonly renumber: (path: Path, order: readonly number[]) => void;
  readonly replace: (inputs: UnfinishedByPath) => void;
}

export const unfinishedInputs = (initial: UnfinishedByPath = new Map()): UnfinishedInputs => {
  const all = signal(initial);
  return {
    all,
    set: (path, input) => {
      const key = issueKey(path);
      if (input !== undefined) all.value = new Map([...all.peek(), [key, input]]);
      else if (all.peek().size > 0) {
        all.value = new Map(
          [...all.peek()].filter(([each]) => each !== key && !each.startsWith(`${key}.`)),
        );
      }
    },
    renumber: (path, order) => {
      const prefix = `${issueKey(path)}.`;
      all.value = new Map(
        [...all.peek()].flatMap(([key, input]) => {
          if (!key.startsWith(prefix)) return [[key, input] as const];
          const [index, ...rest] = key.slice(prefix.length).split('.');
          const next = order.indexOf(Number(index));
          return next < 0 ? [] : [[`${prefix}${[next, ...rest].join('.')}`, input] as const];
        }),
      );
    },
    replace: (inputs) => {
      all.value = inputs;
    },
  };
};

/** What to do about each unfinished input. */
export const messagesOf = (inputs: UnfinishedByPath): ReadonlyMap<string, string> =>
  new Map([...inputs].map(([key, { message }]) => [key, message]));
