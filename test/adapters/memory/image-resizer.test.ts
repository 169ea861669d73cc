import { expect, test } from 'vitest';
import { MemoryImageResizer } from '../../../adapters/memory/memory-image-resizer.ts';
import { rejectsWith } from '../../support/core/core-world.ts';
import { bytesOf } from '../../support/media/media-world.ts';

test('no image can be resized', async () => {
  const resizer = new MemoryImageResizer();
  expect(await resizer.isAvailable()).toBe(false);
  await rejectsWith('dependency_unavailable', bytesOf(resizer.resize()));
});
