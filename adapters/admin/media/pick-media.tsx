import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { MediaFileDto } from '../../../contracts/operations/media.ts';
import type { MediaPickerProps, PickMedia } from './media-picker.tsx';

interface Asked {
  readonly Picker: ComponentType<MediaPickerProps>;
  readonly options: PickMedia;
  readonly answer: (file: MediaFileDto | undefined) => void;
}

const asked = signal<Asked | undefined>(undefined);

/**
 * Opens a dialog with the media library, where users can also upload. Resolves with the chosen file, or
 * with undefined if the user chose none. Rejects if the dialog cannot be loaded.
 */
export const pickMedia = async (options: PickMedia = {}): Promise<MediaFileDto | undefined> => {
  const { MediaPicker } = await import('./media-picker.tsx');
  return new Promise((resolve) => {
    asked.peek()?.answer(undefined);
    asked.value = {
      Picker: MediaPicker,
      options,
      answer: (file) => {
        asked.value = undefined;
        resolve(file);
      },
    };
  });
};

/** Shows the dialog that {@link pickMedia} opens; once in the app. */
export const PickMediaDialog = () => {
  if (asked.value === undefined) return null;
  const { Picker, options, answer } = asked.value;
  return <Picker {...options} onChoose={answer} onClose={() => answer(undefined)} />;
};
