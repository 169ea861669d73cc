import { test } from 'vitest';
import { withChromium } from '../support/chromium.ts';
import { builtPackage, bundleProgram } from '../support/runtimes/built-package.ts';
import { expectPortable } from '../support/runtimes/runtime-tests.ts';

withChromium((openBrowser) => {
  test('the core on the memory adapters keeps its promises', async () => {
    const code = await bundleProgram(await builtPackage(), 'test/runtimes/programs/portable.js');
    const browser = await openBrowser();
    const page = await browser.newPage();
    try {
      // Only pages that came encrypted have Web Crypto.
      await page.route('https://page.example/**', (route) =>
        route.fulfill(
          route.request().url().endsWith('.js')
            ? { contentType: 'text/javascript', body: code }
            : { contentType: 'text/html', body: '<!doctype html>' },
        ),
      );
      await page.goto('https://page.example/');
      const report: unknown = await page.evaluate(
        "import('/portable.js').then(({ runPortable }) => runPortable())",
      );
      expectPortable(report as Parameters<typeof expectPortable>[0], /HeadlessChrome|Chrome\//);
    } finally {
      await page.close();
    }
  });
});
