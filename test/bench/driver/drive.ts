import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import type { Load, Measured } from './load.ts';

const entry = fileURLToPath(new URL('../driver.ts', import.meta.url));

/** Runs a load in a new process. @throws Error for the first unexpected response. */
export const drive = async (load: Load): Promise<Measured> => {
  const child = spawn(process.execPath, [entry], { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(JSON.stringify(load));
  const [output, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (output === '') throw new Error(errors.trim() || 'The driver ended without a result');
  return JSON.parse(output) as Measured;
};
