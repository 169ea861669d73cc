import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { codeBlocks, readPage, type CodeBlock } from '../architecture/doc-examples.ts';
import { projectRoot } from '../architecture/sources.ts';
import { startService } from '../support/service/service-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const address = 'http://localhost:8787';
const blocks = codeBlocks(readPage('README.md'));
const commands = blocks.filter(({ language }) => language === 'bash');

/** The expected output of a block of commands: the block that follows it. */
const answerTo = (block: CodeBlock): string => {
  const next = blocks[blocks.indexOf(block) + 1];
  return next?.language === 'output' ? next.code : '';
};

/** Replaces values that differ between runs by names. */
const withPlaceholders = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\b1\d{12}\b/g, '<time>')
    .replace(/"(total|execution)": [\d.]+/g, '"$1": <ms>')
    .replace(/\/files\/[A-Za-z0-9]{22,}\//g, '/files/<key>/')
    .replace(/in [\d.]+ s, [\d.,]+ a second/g, 'in <seconds>')
    .replaceAll('\r', '');

const separator = '--- next ---';

// Each command starts a process, some start npm: slow on a busy machine.
const options = { timeout: 180_000 };

test('the commands in the README print the output in the README', options, async () => {
  expect(commands.length).toBeGreaterThan(8);
  await using folder = await temporaryFolder();
  await using service = await startService({ DATA_DIR: `${folder.path}/data` });
  await service.ready;
  const served = service.url.replace('127.0.0.1', 'localhost');
  const script = ['set -euo pipefail', ...commands.map(({ code }) => `${code}echo '${separator}'`)]
    .join('\n')
    .replaceAll('/tmp/', `${folder.path}/`)
    .replaceAll(address, served);
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: projectRoot });
  const printed = stdout.replaceAll(served, address).split(`${separator}\n`);
  for (const [index, block] of commands.entries()) {
    expect(withPlaceholders(printed[index] ?? ''), block.code).toBe(
      withPlaceholders(answerTo(block)),
    );
  }
});
