/**
 * A configuration file for services whose hook does what the title of an item says, and writes down each of its calls in
 * HOOK_FOLDER.
 */
import { appendFileSync, closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineConfig } from '../../../bootstrap/define-config.ts';

const folder = process.env['HOOK_FOLDER'] ?? '';

/** Whether no process has asked with this name before. */
const isFirst = (name: string): boolean => {
  try {
    closeSync(openSync(join(folder, name), 'wx'));
    return true;
  } catch {
    return false;
  }
};

/** Longer than a claim lasts without being extended, and shorter than the timeout of a hook. */
const slowMs = 4_600;

export default defineConfig({
  hooks: [
    {
      name: 'disturbing',
      operations: ['content.publish'],
      decide: async (attempt) => {
        if (!('item' in attempt)) return undefined;
        const { id, title } = attempt.item;
        appendFileSync(join(folder, 'calls'), `${process.pid} ${id}\n`);
        if (title.startsWith('kill') && isFirst(id)) process.kill(process.pid, 'SIGKILL');
        if (title.startsWith('stop') && isFirst(id)) process.kill(process.pid, 'SIGSTOP');
        if (title.startsWith('slow')) await sleep(slowMs);
        return title.startsWith('block') ? 'Not approved' : undefined;
      },
    },
  ],
});
