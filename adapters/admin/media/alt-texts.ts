import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { MediaFileDto } from '../../../contracts/operations/media.ts';
import { api } from '../api/client.ts';
import { altChange } from './file-texts.ts';
import { libraryChanged } from './media-page.ts';

/** An image that was uploaded since the page was loaded, without a stored alternative text. */
export interface ImageWithoutAlt {
  readonly file: MediaFileDto;
  /** What the user has typed so far. */
  readonly alt: string;
}

const images = signal<readonly ImageWithoutAlt[]>([]);

export const imagesWithoutAlt: ReadonlySignal<readonly ImageWithoutAlt[]> = images;

/** Whether something is typed that is not stored. */
export const hasUnsavedAlt = computed(() => images.value.some(({ alt }) => alt.trim() !== ''));

const isOpen = signal(false);
let isAsked = true;

/** Whether the dialog that asks for the texts is open. */
export const isAltDialogOpen: ReadonlySignal<boolean> = isOpen;

export const openAltDialog = (): void => {
  isAsked = true;
  isOpen.value = true;
};

export const closeAltDialog = (): void => {
  isOpen.value = false;
};

/** Whether images have been added since the dialog was last opened. */
export const hasNewImages = (): boolean => !isAsked && images.peek().length > 0;

/** Asks for the texts of images. What was typed for them before stays. */
export const describeImages = (files: readonly MediaFileDto[]): void => {
  const known = new Set(images.peek().map(({ file }) => file.id));
  const added = files.filter(({ id }) => !known.has(id)).map((file) => ({ file, alt: '' }));
  images.value = [...added, ...images.peek()];
  openAltDialog();
};

export const addImageWithoutAlt = (file: MediaFileDto): void => {
  isAsked = false;
  images.value = [...images.peek(), { file, alt: '' }];
};

export const typeAlt = (id: string, alt: string): void => {
  images.value = images.peek().map((image) => (image.file.id === id ? { ...image, alt } : image));
};

/** Asks no more for the text of an image: it is stored, not needed, or the image is deleted. */
export const removeImageWithoutAlt = (id: string): void => {
  images.value = images.peek().filter(({ file }) => file.id !== id);
};

type AltListener = (file: MediaFileDto) => void;

const listeners = new Set<AltListener>();

/** Calls back with each file whose alternative text the user stores. @returns a function that ends it. */
export const onAltStored = (listener: AltListener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The files whose alternative text was stored since the page was loaded, by id. */
const described = new Map<string, MediaFileDto>();

/** A file of a list that may have been read before its alternative text was stored. */
export const withStoredAlt = (file: MediaFileDto): MediaFileDto => {
  const { alt = '', texts } = described.get(file.id) ?? {};
  return { ...file, alt: file.alt || alt, ...(texts !== undefined && { texts }) };
};

/** A file of which an alternative text is stored. */
export type DescribedFile = Pick<MediaFileDto, 'id' | 'alt' | 'texts'>;

/**
 * Stores the alternative text of a file, in the file and in the texts that show it.
 *
 * @param locale the language of the text, if it has one. @throws ApiError.
 */
export const storeAlt = async (
  file: DescribedFile,
  alt: string,
  locale?: string,
): Promise<MediaFileDto> => {
  const { id } = file;
  const body = altChange(file, alt, locale);
  const { data } = (await api.updateMedia({ params: { id }, body })).body;
  described.set(id, data);
  removeImageWithoutAlt(id);
  libraryChanged();
  for (const listener of listeners) listener(data);
  return data;
};
