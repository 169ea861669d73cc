import { open } from 'node:fs/promises';

/**
 * Makes the names in a folder survive a power cut. Windows does not open folders; its file systems
 * keep names in a journal of their own.
 */
export const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
