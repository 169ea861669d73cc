import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { CodeBlock } from '../architecture/doc-examples.ts';

const separator = '--- next ---';

/** The commands of a page: its blocks in Bash. */
export const commandsIn = (blocks: readonly CodeBlock[]): readonly CodeBlock[] =>
  blocks.filter(({ language }) => language === 'bash');

/** What the page says that a block of commands prints: the block after it. */
export const shownOutput = (blocks: readonly CodeBlock[], commands: CodeBlock): string => {
  const next = blocks[blocks.indexOf(commands) + 1];
  return next?.language === 'output' ? next.code : '';
};

interface Surroundings {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** What the page names, and what takes its place here. */
  readonly replaced: Readonly<Record<string, string>>;
}

/**
 * Runs the commands of all blocks in one shell, which ends with the first one that fails.
 *
 * @returns the output of each block, as on the page.
 * @throws Error with the output if a command fails.
 */
export const runCommands = async (
  blocks: readonly CodeBlock[],
  { cwd, env, replaced }: Surroundings,
): Promise<readonly string[]> => {
  const script = [
    'set -euo pipefail',
    ...commandsIn(blocks).map(({ code }) => `${code}echo '${separator}'`),
  ].join('\n');
  const there = Object.entries(replaced).reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    script,
  );
  const { stdout } = await promisify(execFile)('bash', ['-c', there], {
    cwd,
    ...(env && { env }),
    maxBuffer: 16 * 1024 ** 2,
  });
  const printed = Object.entries(replaced).reduce(
    (text, [from, to]) => text.replaceAll(to, from),
    stdout,
  );
  return printed.split(`${separator}\n`);
};

/** Replaces values that differ between runs by names. */
export const withPlaceholders = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\b1\d{12}\b/g, '<time>')
    .replace(/"(total|execution)": [\d.]+/g, '"$1": <ms>')
    .replace(/\/files\/[A-Za-z0-9]{22,}\//g, '/files/<key>/')
    .replace(/in [\d.]+ s, [\d.,]+ a second/g, 'in <seconds>')
    .replaceAll('\r', '');
