import { useState } from 'preact/hooks';
import type { MediaFileDto } from '../../../contracts/operations/media.ts';
import { messageOf } from '../api/client.ts';
import { useWrittenLanguage } from '../components/inputs/written-language.ts';
import { storeAlt, type DescribedFile } from './alt-texts.ts';

/**
 * An alternative text that is typed for a file, in the language of the form. It is busy until it goes, once the text is
 * stored.
 */
export const useAltText = (file: DescribedFile | undefined, initial = '') => {
  const { lang } = useWrittenLanguage();
  const [alt, setAlt] = useState(initial);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  /** @returns the file with its text; undefined if nothing was stored. */
  const store = async (): Promise<MediaFileDto | undefined> => {
    const text = alt.trim();
    if (file === undefined || isBusy || text === '' || text === initial) return undefined;
    setBusy(true);
    try {
      return await storeAlt(file, text, lang);
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
      return undefined;
    }
  };

  return { alt, setAlt, error, isBusy, store };
};
