import { useEffect } from 'preact/hooks';
import { hasUnsavedAlt } from '../../../media/alt-texts.ts';
import { isUploading } from '../../../media/upload/uploads.ts';

/** Of the session storage: the origin for whose policy the admin loads itself again. */
const key = 'quoin-preview-origin';

/** The origin for which this page of the admin was loaded. */
const loadedFor = sessionStorage.getItem(key) ?? undefined;
sessionStorage.removeItem(key);

/** Whether the page was loaded for a preview that was open, until the first call. */
export const takeOpenPreview = (() => {
  let isTaken = loadedFor === undefined;
  return (): boolean => {
    const isOpen = !isTaken;
    isTaken = true;
    return isOpen;
  };
})();

/**
 * The policy of the admin comes with its page. Once nothing is unsaved, loads the admin again for an origin that it does not
 * name yet. At most once for each origin: the policy may have no room for it.
 *
 * @param blocked the origin; undefined if the frame shows its page.
 */
export const useNewerPolicy = (blocked: string | undefined, isUnsaved: boolean): void => {
  const mustWait = isUnsaved || isUploading.value || hasUnsavedAlt.value;
  useEffect(() => {
    if (blocked === undefined || blocked === loadedFor || mustWait) return;
    sessionStorage.setItem(key, blocked);
    location.reload();
  }, [blocked, mustWait]);
};
