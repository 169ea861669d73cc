import { t } from '../../catalogue/texts.ts';
import { showToast } from '../show-toast.ts';

/** Copies a text and says so. */
export const copy = async (text: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ text: t.components.copied });
  } catch {
    showToast({
      text: t.components.cannotCopy,
      kind: 'failed',
    });
  }
};
