import { existsSync } from 'node:fs';
import { test } from 'vitest';
import { chromium, type Browser } from 'playwright-core';

/** Where Debian and other systems install Chromium; `CHROMIUM` names another one. */
const places = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const executablePath = places.find((path) => path !== undefined && existsSync(path));

let launched: Promise<Browser> | undefined;

/** The browser of this worker. It ends with the process. */
const browser = (path: string): Promise<Browser> => {
  launched ??= chromium.launch({
    executablePath: path,
    args: [
      // Containers run tests as root, for whom the sandbox does not start.
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  return launched;
};

/** Registers tests that need Chromium. Without it, registers one skipped test with the reason. */
export const withChromium = (
  registerTests: (openBrowser: () => Promise<Browser>) => void,
): void => {
  if (executablePath !== undefined) {
    registerTests(() => browser(executablePath));
    return;
  }
  const reason = 'Chromium is not installed: on Debian, apt-get install chromium';
  if (process.env['REQUIRE_SERVICES'] === '1') throw new Error(reason);
  test('this file needs Chromium', ({ skip }) => skip(reason));
};
