import { batch } from '@preact/signals';
import { focusSoon } from '../../../components/focus-soon.ts';
import { issueKey, pathOfKey, type Json, type Path } from '../model/json-path.ts';
import type { FieldForm } from './field-form.ts';

/** What can be done with the entries of a list. */
interface Entries {
  readonly insert: (index: number, entry: Json) => void;
  readonly move: (from: number, to: number) => void;
  /** @returns a function that puts the entry back, with the input in it that is no value yet. */
  readonly remove: (index: number) => () => void;
}

/**
 * Edits the list at a path. Each change starts from the current list.
 *
 * @param onArrange gets the former index of each entry; -1 for a new one.
 */
export const editEntries = (
  form: FieldForm,
  path: Path,
  onArrange: (order: readonly number[]) => void = () => undefined,
): Entries => {
  const read = (): readonly Json[] => {
    const value = form.read(path);
    return Array.isArray(value) ? (value as readonly Json[]) : [];
  };
  /** @param order the former index of each entry; -1 for a new one. */
  const arrange = (order: readonly number[], entry: Json = null): void => {
    const list = read();
    onArrange(order);
    batch(() => {
      form.write(
        path,
        order.map((index) => (index < 0 ? entry : (list[index] ?? null))),
      );
      form.unfinished.renumber(path, order);
    });
  };
  const indexes = (): number[] => [...read().keys()];
  const insert = (index: number, entry: Json): void =>
    arrange(indexes().toSpliced(index, 0, -1), entry);
  return {
    insert,
    move: (from, to) => arrange(indexes().toSpliced(from, 1).toSpliced(to, 0, from)),
    remove: (index) => {
      const entry = read()[index] ?? null;
      const inside = `${issueKey([...path, index])}.`;
      const inputs = [...form.unfinished.all.peek()].filter(([key]) =>
        `${key}.`.startsWith(inside),
      );
      arrange(indexes().toSpliced(index, 1));
      return () => {
        batch(() => {
          insert(index, entry);
          for (const [key, input] of inputs) form.unfinished.set(pathOfKey(key), input);
        });
      };
    },
  };
};

/** A selector of the first control that a user fills in or presses. A text has its tools before it. */
export const inputs =
  ':is(input, textarea, select, [contenteditable=true], button:not([role=toolbar] *))';

/**
 * Focuses what a selector finds in an entry once it is shown or, without it, the button that adds entries.
 *
 * @param find the parent of the `<ol>` of the entries and of the button, which is in an element with `data-add`.
 */
export const focusEntry = (find: () => Element | null, index: number, what: string): void => {
  focusSoon(() => {
    const list = find();
    // Entries may contain lists, too.
    const found = list?.querySelector(`:scope > ol > :nth-child(${index + 1}) ${what}`);
    return found ?? list?.querySelector(':scope > [data-add] button');
  });
};
