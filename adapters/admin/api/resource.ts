import { signal, useSignalEffect, type ReadonlySignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';

/** What a screen reads from the service. */
export type ResourceState<T> =
  | { readonly kind: 'loading'; readonly previous: T | undefined }
  | { readonly kind: 'ready'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface Resource<T> {
  readonly state: ReadonlySignal<ResourceState<T>>;
  /** The value, also while it is read again. */
  readonly value: T | undefined;
  /** Reads again; the present value stays on the screen meanwhile. */
  readonly reload: () => void;
  /** Replaces the value after a write. */
  readonly set: (value: T) => void;
}

const valueOf = <T>(state: ResourceState<T>): T | undefined => {
  if (state.kind === 'ready') return state.value;
  return state.kind === 'loading' ? state.previous : undefined;
};

/**
 * Reads something and keeps it up to date: `load` runs again when a signal that it reads before its
 * first `await` changes. An answer that arrives after a newer request is ignored.
 */
export const useResource = <T>(load: () => Promise<T>): Resource<T> => {
  const latest = useRef(load);
  latest.current = load;
  const { state, version, started } = useMemo(
    () => ({
      state: signal<ResourceState<T>>({ kind: 'loading', previous: undefined }),
      version: signal(0),
      started: { count: 0 },
    }),
    [],
  );
  useSignalEffect(() => {
    void version.value;
    started.count += 1;
    const run = started.count;
    const show = (next: ResourceState<T>): void => {
      if (run === started.count) state.value = next;
    };
    const previous = valueOf(state.peek());
    state.value = { kind: 'loading', previous };
    latest.current().then(
      (value) => show({ kind: 'ready', value }),
      (error: unknown) => show({ kind: 'failed', error }),
    );
  });
  return {
    state,
    get value() {
      return valueOf(state.value);
    },
    reload: () => {
      version.value += 1;
    },
    set: (value) => {
      started.count += 1;
      state.value = { kind: 'ready', value };
    },
  };
};
