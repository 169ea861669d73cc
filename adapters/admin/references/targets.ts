import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import type { MediaFileDto } from '../../../contracts/operations/media.ts';
import { hasStatus } from '../api/client.ts';
import { fileKeyOf } from '../media/thumbnail.ts';
import { fileReader, type NamedFile, type Source, type TargetFile } from './file-reader.ts';
import { itemReader, type TargetItem } from './item-reader.ts';

/** What is known about the item or the media file that a reference names. */
export type Target<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'found'; readonly value: T }
  /** It does not exist, or the user may not see it. */
  | { readonly kind: 'broken' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** What the references of a form name. Each item and file is read once. */
export interface Targets {
  readonly item: (id: string) => ReadonlySignal<Target<TargetItem>>;
  /** Undefined for a file of which only its existence is known. */
  readonly file: (file: NamedFile) => ReadonlySignal<Target<TargetFile | undefined>>;
  /** Takes over a file that the user has chosen or described. */
  readonly know: (file: MediaFileDto) => void;
  /** Reads again what was broken or could not be read. */
  readonly recheck: () => void;
}

/** @param source the stored item whose references are shown. */
export const readTargets = (source?: Source): Targets => {
  const readItem = itemReader();
  const readFile = fileReader(source);
  const entries = new Map<
    string,
    { readonly target: Signal<unknown>; readonly read: () => void }
  >();

  const entryOf = <T>(key: string, load: () => Promise<Target<T>>): ReadonlySignal<Target<T>> => {
    const known = entries.get(key);
    if (known !== undefined) return known.target as Signal<Target<T>>;
    const target = signal<Target<T>>({ kind: 'loading' });
    const read = (): void => {
      load().then(
        (read) => {
          target.value = read;
        },
        (error: unknown) => {
          target.value = hasStatus(error, 404) ? { kind: 'broken' } : { kind: 'failed', error };
        },
      );
    };
    entries.set(key, { target, read });
    read();
    return target;
  };

  return {
    item: (id) =>
      entryOf<TargetItem>(id, async () => {
        const value = await readItem(id);
        return value === undefined ? { kind: 'broken' } : { kind: 'found', value };
      }),
    file: (file) =>
      entryOf(file.name, async () => ({ kind: 'found', value: await readFile(file) })),
    know: (file) => {
      for (const key of [fileKeyOf(file.url), file.id]) {
        const target: Signal<unknown> = entries.get(key)?.target ?? signal<unknown>();
        target.value = { kind: 'found', value: file } satisfies Target<TargetFile>;
        entries.set(key, { target, read: () => undefined });
      }
    },
    recheck: () => {
      for (const { target, read } of entries.values()) {
        const { kind } = target.peek() as Target<unknown>;
        if (kind === 'broken' || kind === 'failed') read();
      }
    },
  };
};

/** The targets of the form around a control. */
export const FormTargets = createContext<Targets | undefined>(undefined);

/** Those of the form or, outside of one, of the component. */
export const useTargets = (): Targets => {
  const own = useContext(FormTargets);
  return useMemo(() => own ?? readTargets(), [own]);
};
