import os from 'node:os';
import { syncBuiltinESMExports } from 'node:module';
import { expect, test, vi } from 'vitest';
import { lowerPoolPriority } from '../../../bootstrap/start/pool-priority.ts';

test.runIf(process.platform === 'linux')(
  'a system that does not allow other priorities is no error',
  async () => {
    const setPriority = vi.spyOn(os, 'setPriority').mockImplementation(() => {
      throw new Error('EPERM');
    });
    syncBuiltinESMExports();
    try {
      await lowerPoolPriority();
      expect(setPriority.mock.calls.length).toBeGreaterThanOrEqual(4);
    } finally {
      setPriority.mockRestore();
      syncBuiltinESMExports();
    }
  },
);
