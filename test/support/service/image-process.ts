import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { ImageFolder } from '../deployment/image-folder.ts';

export interface ImageProcess {
  readonly child: ChildProcess;
  /** The output so far, of both streams. */
  readonly output: () => string;
  /** Resolves with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/** Starts a program like a container of the image: with its working folder, account and environment. */
export const startInImage = (
  image: ImageFolder,
  [program = '', ...args]: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ImageProcess => {
  const child = spawn(program, args, {
    cwd: image.workingFolder,
    env: { ...image.environment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...image.ids,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  return { child, output: () => output, ended };
};
