import type { Page } from 'playwright-core';

/** A text file for the file chooser. */
export const textFile = (name: string, bytes = 500_000) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.alloc(bytes, 'a'),
});

/** Uploads files with the first button of the screen for it. */
export const chooseFiles = async (
  page: Page,
  files: readonly ReturnType<typeof textFile>[],
): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Upload( to|$)/ })
    .first()
    .click();
  await (await chooser).setFiles([...files]);
};
