const storageKey = 'quoin-scroll';

const read = (): readonly (readonly [string, number])[] =>
  JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as readonly (readonly [string, number])[];

/** How far each place was scrolled when the user left it, until the tab is closed. */
const tops = new Map<string, number>(read());

/** Remembers how far the screen is scrolled, under each of these names. */
export const rememberTop = (...places: readonly string[]): void => {
  for (const place of places) tops.set(place, scrollY);
};

/** Where {@link rememberTop} left a place; 0 for an unknown one. */
export const topOf = (place: string): number => tops.get(place) ?? 0;

const userEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

let stop = (): void => undefined;

/** Scrolls the next screen, again while it grows, until the user does something. */
export const scrollScreen = (top: number): void => {
  stop();
  if (top === 0) {
    scrollTo(0, 0);
    return;
  }
  const observer = new ResizeObserver(() => scrollTo(0, top));
  observer.observe(document.body);
  stop = () => {
    observer.disconnect();
    for (const name of userEvents) removeEventListener(name, stop);
  };
  for (const name of userEvents) addEventListener(name, stop, { passive: true });
};

/** Takes over from the browser, which scrolls before the content of a screen is there. */
export const startScrolling = (place: () => string): void => {
  history.scrollRestoration = 'manual';
  addEventListener('pagehide', () => {
    rememberTop(place());
    sessionStorage.setItem(storageKey, JSON.stringify([...tops]));
  });
};
