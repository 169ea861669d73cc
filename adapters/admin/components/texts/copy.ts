import { showToast } from '../show-toast.ts';

/** Copies a text and says so. */
export const copy = async (text: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ text: 'Copied.' });
  } catch {
    showToast({
      text: 'The browser does not allow copying here. Select the text and copy it.',
      kind: 'failed',
    });
  }
};
