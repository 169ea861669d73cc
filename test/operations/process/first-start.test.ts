import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startService } from '../../support/service/service-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('the first start on the embedded database takes at most 350 MB of memory', async () => {
  await using folder = await temporaryFolder();
  // With all compilers, as `npm start` has them: they take a part of the memory.
  await using service = await startService({ DATA_DIR: folder.path }, ['bootstrap/main.ts'], []);
  await service.ready;
  const status = await readFile(`/proc/${service.child.pid}/status`, 'utf8');
  const [, peakKib] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  expect(Number(peakKib) / 1024).toBeGreaterThan(100);
  expect(Number(peakKib) / 1024).toBeLessThan(350);
});
