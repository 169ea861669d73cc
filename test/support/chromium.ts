import { existsSync } from 'node:fs';
import { test } from 'vitest';
import { chromium, type Browser } from 'playwright-core';

/**
 * Where Debian and other systems install Chromium; `CHROMIUM` names another one. The headless shell needs
 * two thirds of the processor time of the whole browser.
 */
const places = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const executablePath = places.find((path) => path !== undefined && existsSync(path));

let launched: Promise<Browser> | undefined;

/** The browser of this worker. It ends with the process, which Vitest ends with SIGTERM. */
const browser = (path: string): Promise<Browser> => {
  if (launched !== undefined) return launched;
  // Vitest kills after half a second what does not stop; an exit kills the browser and removes its profile.
  process.once('SIGTERM', () => process.exit());
  launched = chromium.launch({
    executablePath: path,
    handleSIGTERM: false,
    args: [
      // Containers run tests as root, for whom the sandbox does not start.
      '--no-sandbox',
      '--disable-gpu',
      // Fewer processes, which need not wake each other.
      '--in-process-gpu',
      '--enable-features=NetworkServiceInProcess2',
      '--disable-quic',
      '--no-first-run',
      // A process that already has the scripts opens a page in half the time.
      '--process-per-site',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Pages do not live long enough for code to be worth optimizing.
      '--js-flags=--no-opt --no-maglev',
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
  const reason = 'Chromium is not installed: on Debian, apt-get install chromium-headless-shell';
  if (process.env['REQUIRE_SERVICES'] === '1') throw new Error(reason);
  test('this file needs Chromium', ({ skip }) => skip(reason));
};
