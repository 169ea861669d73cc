import type { Locator } from 'playwright-core';

/** Whether an element is in the window, and nothing else is painted over its middle. */
export const isOnTop = (element: Locator): Promise<boolean> =>
  element.evaluate((own) => {
    const { left, top, width, height } = own.getBoundingClientRect();
    const shown = document.elementFromPoint(left + width / 2, top + height / 2);
    return shown !== null && own.contains(shown);
  });
