import { afterEach, expect, test, vi } from 'vitest';
import { processTerminal } from '../../adapters/cli/terminal.ts';

afterEach(() => void vi.restoreAllMocks());

test.each(['SIGINT', 'SIGTERM'] as const)('%s interrupts a command, and says so once', (name) => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const before = new Set(process.listeners(name));
  const signal = processTerminal().interruptSignal();
  const [listener] = process.listeners(name).filter((each) => !before.has(each));
  expect(signal.aborted).toBe(false);
  // A launcher forwards a signal that the terminal has already sent.
  listener?.(name);
  listener?.(name);
  for (const each of ['SIGINT', 'SIGTERM'] as const) {
    const added = process.listeners(each).at(-1);
    if (added !== undefined) process.off(each, added);
  }
  expect(signal.aborted).toBe(true);
  expect(write.mock.calls).toEqual([
    ['Stopping after the current step. Press Ctrl-C again to stop at once.\n'],
  ]);
});
