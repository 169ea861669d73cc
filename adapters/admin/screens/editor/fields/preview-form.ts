import { computed, signal } from '@preact/signals';
import { formSteps } from '../../../components/undo.ts';
import { readAt, writeAt, type Json, type JsonObject } from '../model/json-path.ts';
import { unfinishedInputs } from '../model/unfinished-inputs.ts';
import type { FieldForm } from './field-form.ts';

/** A form that edits only its own copy: for previews. */
export const previewForm = (data: JsonObject): FieldForm => {
  const value = signal<Json>(data);
  return {
    read: (path) => readAt(value.value, path),
    write: (path, next) => {
      value.value = writeAt(value.peek(), path, next);
    },
    unfinished: unfinishedInputs(),
    issues: computed(() => new Map()),
    isReadOnly: false,
    steps: formSteps(),
  };
};
