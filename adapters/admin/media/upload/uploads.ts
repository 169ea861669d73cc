import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { MediaFileDto } from '../../../../contracts/operations/media.ts';
import { canRetry, messageOf } from '../../api/client.ts';
import { uploadFile } from '../../api/upload.ts';
import { addImageWithoutAlt, hasUnsavedAlt } from '../alt-texts.ts';
import { kindOf } from '../media-facts.ts';
import { libraryChanged } from '../media-page.ts';

export type UploadState =
  | { readonly kind: 'waiting' }
  /** `share`: how much has been sent, from 0 to 1. */
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'stored' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string; readonly canRetry: boolean };

/** Whether the same file can be sent again: not one that the service rejects. */
export const mayRetry = (state: UploadState): boolean =>
  state.kind === 'cancelled' || (state.kind === 'failed' && state.canRetry);

/** A file in the queue. */
export interface Upload {
  readonly id: number;
  readonly file: File;
  readonly folder: string | undefined;
  readonly state: ReadonlySignal<UploadState>;
}

interface Entry extends Upload {
  readonly state: Signal<UploadState>;
  /** Called when the file is stored, or first fails or is cancelled. */
  readonly finish: (record: MediaFileDto | undefined) => void;
}

const maxParallel = 3;

const entries = signal<readonly Entry[]>([]);
/** Of the uploads that are being sent, by id. */
const controllers = new Map<number, AbortController>();
let nextId = 0;

/** The queue, in the order of its files, with those that are done. It outlives the screens. */
export const uploads: ReadonlySignal<readonly Upload[]> = entries;

const isPending = ({ kind }: UploadState): boolean => kind === 'waiting' || kind === 'sending';

export const isUploading = computed(() =>
  entries.value.some(({ state }) => isPending(state.value)),
);

/**
 * Adds files to the queue. Resolves with the records of the stored files once every file is stored, has
 * failed or was cancelled; users can retry the others in the queue. Never rejects.
 */
export const uploadFiles = async (
  files: Iterable<File>,
  { folder }: { readonly folder: string | undefined },
): Promise<readonly MediaFileDto[]> => {
  const records = Array.from(files, (file) => addUpload(file, folder));
  startUploads();
  return (await Promise.all(records)).filter((record) => record !== undefined);
};

const addUpload = (file: File, folder: string | undefined): Promise<MediaFileDto | undefined> =>
  new Promise((finish) => {
    nextId += 1;
    const state = signal<UploadState>({ kind: 'waiting' });
    entries.value = [...entries.peek(), { id: nextId, file, folder, state, finish }];
  });

const startUploads = (): void => {
  const all = entries.peek();
  const sending = all.filter(({ state }) => state.peek().kind === 'sending').length;
  const waiting = all.filter(({ state }) => state.peek().kind === 'waiting');
  for (const entry of waiting.slice(0, maxParallel - sending)) void send(entry);
};

const send = async ({ id, file, folder, state, finish }: Entry): Promise<void> => {
  const controller = new AbortController();
  controllers.set(id, controller);
  state.value = { kind: 'sending', share: 0 };
  try {
    const record = await uploadFile(file, {
      folder,
      signal: controller.signal,
      onProgress: (share) => {
        state.value = { kind: 'sending', share };
      },
    });
    // First, so that the image is known when the queue is done.
    if (kindOf(record) === 'image') addImageWithoutAlt(record);
    state.value = { kind: 'stored' };
    libraryChanged();
    finish(record);
  } catch (error) {
    state.value = controller.signal.aborted
      ? { kind: 'cancelled' }
      : { kind: 'failed', message: messageOf(error), canRetry: canRetry(error) };
    finish(undefined);
  }
  controllers.delete(id);
  startUploads();
};

const find = (id: number): Entry | undefined => entries.peek().find((entry) => entry.id === id);

/** Stops an upload that waits or is being sent. */
export const cancelUpload = (id: number): void => {
  controllers.get(id)?.abort();
  const entry = find(id);
  if (entry?.state.peek().kind !== 'waiting') return;
  entry.state.value = { kind: 'cancelled' };
  entry.finish(undefined);
};

/** Adds uploads to the queue again, of those that may be retried. */
export const retryUploads = (ids: readonly number[]): void => {
  for (const id of ids) {
    const entry = find(id);
    if (entry !== undefined && mayRetry(entry.state.peek()))
      entry.state.value = { kind: 'waiting' };
  }
  startUploads();
};

/** Removes what is done, has failed or was cancelled from the queue. @param id only this upload. */
export const clearUploads = (id?: number): void => {
  entries.value = entries
    .peek()
    .filter((entry) => isPending(entry.state.peek()) || entry.id !== (id ?? entry.id));
};

const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

// Browsers keep a page with such a listener out of their cache for going back, so it is there on demand.
effect(() => {
  if (isUploading.value || hasUnsavedAlt.value) addEventListener('beforeunload', askBeforeLeaving);
  else removeEventListener('beforeunload', askBeforeLeaving);
});
