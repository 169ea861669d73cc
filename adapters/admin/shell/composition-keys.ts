/** Safari ends a composition before the key that confirmed it; that key then has the code 229 only. */
const isComposing = (event: KeyboardEvent): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else tells it in Safari
  event.isComposing || event.keyCode === 229;

/**
 * Leaves the keys that an input method uses to the input method: no handler of the admin gets them. Call
 * it before anything else listens to keys.
 */
export const ignoreCompositionKeys = (): void => {
  addEventListener(
    'keydown',
    (event) => {
      if (!isComposing(event)) return;
      event.stopImmediatePropagation();
      // The browser would close a dialog.
      if (event.key === 'Escape') event.preventDefault();
    },
    { capture: true },
  );
};
