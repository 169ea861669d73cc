import type { Locator } from 'playwright-core';

/** Pastes what another program would have copied. */
export const pasteInto = async (area: Locator, html: string, text: string): Promise<void> => {
  await area.focus();
  await area.page().evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', ${JSON.stringify(html)});
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    const options = { clipboardData, bubbles: true, cancelable: true };
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', options));
  }`);
};
