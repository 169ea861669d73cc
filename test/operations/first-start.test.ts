import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startService } from '../support/service-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('the first start on the embedded database takes at most 400 MB of memory', async () => {
  await using folder = await temporaryFolder();
  await using service = await startService({ DATA_DIR: folder.path });
  await service.ready;
  const status = await readFile(`/proc/${service.child.pid}/status`, 'utf8');
  const [, peakKib] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  expect(Number(peakKib) / 1024).toBeGreaterThan(100);
  expect(Number(peakKib) / 1024).toBeLessThan(400);
});
