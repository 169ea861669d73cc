import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { DraftField } from '../model/draft.ts';
import { allFields, partsOf } from '../model/edit-fields.ts';

/** Which fields of the builder show their panels, and which one is edited. */
export interface OpenFields {
  readonly open: ReadonlySignal<ReadonlySet<string>>;
  readonly setOpen: (id: string, isOpen: boolean) => void;
  readonly openAll: () => void;
  readonly closeAll: () => void;
  /** Opens a field and those that contain it. @param only closes all others. */
  readonly show: (id: string, only: boolean) => void;
  /** The field that the user edits, or the top-level field that contains it. */
  readonly edited: ReadonlySignal<DraftField | undefined>;
  readonly setEdited: (id: string | undefined) => void;
}

/** A field after those that contain it. */
const containing = (fields: readonly DraftField[], id: string): readonly string[] =>
  fields
    .filter((field) => allFields([field]).some((inner) => inner.id === id))
    .flatMap((field) => [field.id, ...containing(partsOf(field), id)]);

/** All panels start closed. */
export const createOpenFields = (fields: ReadonlySignal<readonly DraftField[]>): OpenFields => {
  const open = signal<ReadonlySet<string>>(new Set());
  const editedId = signal<string | undefined>(undefined);
  const setEdited = (id: string | undefined): void => {
    editedId.value = id;
  };
  const show: OpenFields['show'] = (id, only) => {
    const shown = containing(fields.peek(), id);
    open.value = new Set([...(only ? [] : open.peek()), ...shown]);
    setEdited(shown[0]);
  };
  return {
    open,
    setOpen: (id, isOpen) => {
      if (isOpen) show(id, false);
      else open.value = new Set([...open.peek()].filter((each) => each !== id));
    },
    openAll: () => {
      open.value = new Set(allFields(fields.peek()).map(({ id }) => id));
    },
    closeAll: () => {
      open.value = new Set();
    },
    show,
    edited: computed(() =>
      fields.value.find(({ id }) => id === editedId.value && open.value.has(id)),
    ),
    setEdited,
  };
};
