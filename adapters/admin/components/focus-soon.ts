/** Where somebody types. */
const typedIn = 'input, textarea, select, [contenteditable]';

/**
 * Focuses an element once what was just changed is on the screen. Whoever has begun to type elsewhere meanwhile keeps the
 * focus there.
 */
export const focusSoon = (find: () => Element | null | undefined): void => {
  const before = document.activeElement;
  requestAnimationFrame(() => {
    const now = document.activeElement;
    if (now !== before && now?.matches(typedIn) === true) return;
    const element = find();
    if (element instanceof HTMLElement) element.focus();
  });
};
