import { useState } from 'preact/hooks';
import type { MediaFileDto } from '../../../contracts/operations/media.ts';
import { messageOf } from '../api/client.ts';
import { storeAlt } from './alt-texts.ts';

/** An alternative text that is typed for a file. It is busy until it goes, once the text is stored. */
export const useAltText = (id: string | undefined) => {
  const [alt, setAlt] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  /** @returns the file with its text; undefined if nothing was stored. */
  const store = async (): Promise<MediaFileDto | undefined> => {
    if (id === undefined || isBusy || alt.trim() === '') return undefined;
    setBusy(true);
    try {
      return await storeAlt(id, alt.trim());
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
      return undefined;
    }
  };

  return { alt, setAlt, error, isBusy, store };
};
