import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { CodeBlock } from '../architecture/doc-examples.ts';

const separator = '--- next ---';

interface Surroundings {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** What the page names, and what takes its place here. */
  readonly replaced: Readonly<Record<string, string>>;
}

/**
 * Runs all blocks in Bash in one shell, which ends with the first command that fails, and expects that each prints what the
 * page shows in the block after it.
 *
 * @param last runs at the end. @returns its output.
 */
export const runAsShown = async (
  blocks: readonly CodeBlock[],
  { cwd, env, replaced }: Surroundings,
  last = '',
): Promise<string> => {
  const commands = blocks.filter(({ language }) => language === 'bash');
  expect(commands).not.toEqual([]);
  const script = ['set -euo pipefail', ...commands.map(({ code }) => `${code}echo '${separator}'`)];
  const names = Object.entries(replaced);
  const there = [...script, last].join('\n');
  const { stdout } = await promisify(execFile)(
    'bash',
    ['-c', names.reduce((text, [shown, here]) => text.replaceAll(shown, here), there)],
    { cwd, ...(env && { env }), maxBuffer: 16 * 1024 ** 2 },
  );
  const printed = names
    .reduce((text, [shown, here]) => text.replaceAll(here, shown), stdout)
    .split(`${separator}\n`);
  for (const [index, block] of commands.entries()) {
    const next = blocks[blocks.indexOf(block) + 1];
    const shown = next?.language === 'output' ? next.code : '';
    expect(withPlaceholders(printed[index] ?? ''), block.code).toBe(withPlaceholders(shown));
  }
  return printed.at(-1) ?? '';
};

/** Replaces values that differ between runs by names. */
const withPlaceholders = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\b1\d{12}\b/g, '<time>')
    .replace(/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/\b20\d\d-\d\d-\d\d\b/g, '<day>')
    .replace(/"(total|execution)": [\d.]+/g, '"$1": <ms>')
    .replace(/\/files\/[A-Za-z0-9]{22,}\//g, '/files/<key>/')
    .replace(/in [\d.]+ s, [\d.,]+ a second/g, 'in <seconds>')
    .replaceAll('\r', '');
