import { useEffect, useState } from 'preact/hooks';

/** Where the buttons of a form have only one row. */
export const phone = '(max-width: 640px)';

/** Whether the window matches a media query, such as `(min-width: 1100px)`. */
export const useMedia = (query: string): boolean => {
  const [isMatch, setMatch] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const follow = (): void => setMatch(media.matches);
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, [query]);
  return isMatch;
};
