import { InvalidArgumentError, Option } from 'commander';
import {
  helpNotes,
  nonEmpty,
  valueOption,
  type AddCommand,
  type CommandContext,
} from '../command.ts';
import type { PromiseResult } from '../command-host.ts';
import { exitCodes, UsageError } from '../command-errors.ts';
import { formatCount, formatCounted, showProgress } from '../progress.ts';

interface CheckAdapterOptions {
  readonly only?: string;
  readonly step?: number;
  readonly json?: boolean;
}

interface CheckedPort {
  readonly port: string;
  readonly results: PromiseResult[];
}

export const addCheckAdapterCommand: AddCommand = (program, context) => {
  program
    .command('check-adapter')
    .summary('Check an adapter of your own against the promises of its port.')
    .argument('<file>', 'A file that exports factories, or a configuration file.', nonEmpty)
    .description(
      [
        'Runs the conformance suites of a port on an adapter, and reports which promises it keeps. The exports of the file with the name of a port, such as store, blobs, sharedCache or passwords, are factories as in the configuration file; the ports of a configuration file are checked too. The promises of signers, image resizers and some of hashers need more than the port: their suites run with a test runner.',
        '',
        'Each promise is checked on a port of its own: a factory is called again for each, and must return an empty port, which shares no data with the others. Its config.dataDir is a new folder for each call, which is removed afterwards. If there is data in a port, the check ends before anything is written.',
      ].join('\n'),
    )
    .addOption(
      valueOption(
        '--only <text>',
        'Checks only the suite with this name, or else the promises that contain the text, in their sentence or in the name of their suite.',
      ),
    )
    .addOption(
      new Option(
        '--step <number>',
        'Checks only the promises of a store up to this step, from 1 to 6.',
      ).argParser(parseStep),
    )
    .option('--json', 'Prints one JSON object at the end instead of lines.')
    .addHelpText(
      'after',
      helpNotes({
        exits: {
          [exitCodes.done]: 'All promises are kept.',
          [exitCodes.failed]: 'A promise is broken, or a message says why nothing was checked.',
          [exitCodes.interrupted]: 'Stopped by Ctrl-C or SIGTERM.',
        },
        examples: [
          'quoin check-adapter ./my-store.ts',
          'quoin check-adapter ./my-store.ts --step 1',
          'quoin check-adapter ./my-store.ts --only CollectionRepository',
        ],
      }),
    )
    .action((file: string, options: CheckAdapterOptions) => runCheck(file, options, context));
};

const parseStep = (text: string): number => {
  if (/^[1-6]$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number from 1 to 6.');
};

const runCheck = async (
  file: string,
  { only, step, json = false }: CheckAdapterOptions,
  { host, terminal, setExitCode }: CommandContext,
): Promise<void> => {
  const signal = terminal.interruptSignal();
  const print = json ? (): void => undefined : terminal.print;
  const progress = showProgress(terminal);
  const checked: CheckedPort[] = [];
  const printed = suitePrinter(print);
  await host.checkAdapter(file, {
    only,
    step,
    signal,
    onPort: (port, promises) => {
      printed.end();
      checked.push({ port, results: [] });
      print(`Checking ports.${port}: ${formatCounted(promises, 'promise')}.`);
      progress.count('promise', promises);
    },
    onResult: (result) => {
      const results = checked.at(-1)?.results;
      results?.push(result);
      printed.add(result);
      progress.update(results?.length ?? 0);
    },
  });
  progress.end();
  printed.end();
  const all = checked.flatMap(({ results }) => results);
  const broken = all.filter(({ error }) => error !== undefined);
  if (json) terminal.print(JSON.stringify(reportOf(checked)));
  if (signal.aborted) return setExitCode(exitCodes.interrupted);
  if (all.length === 0) throw new UsageError(`No promise contains '${only ?? ''}'.`);
  print(summaryOf(all.length, broken.length));
  if (broken.length > 0) setExitCode(exitCodes.failed);
};

const summaryOf = (all: number, broken: number): string =>
  broken === 0
    ? `Kept: all ${formatCounted(all, 'promise')}.`
    : `Kept: ${formatCount(all - broken)} of ${formatCounted(all, 'promise')}. Broken: ${formatCount(broken)}.`;

/** Prints one line for each suite when it has ended, followed by its broken promises. */
const suitePrinter = (print: (line: string) => void) => {
  let current: PromiseResult[] = [];
  const end = (): void => {
    const [first] = current;
    if (first === undefined) return;
    const broken = current.filter(({ error }) => error !== undefined);
    const kept = current.length - broken.length;
    print(
      broken.length === 0
        ? `✔ ${first.suite}: ${formatCounted(kept, 'promise')}`
        : `✖ ${first.suite}: ${formatCount(kept)} of ${formatCounted(current.length, 'promise')}`,
    );
    for (const { promise, error = '' } of broken) {
      print(`    ✖ ${promise}`);
      for (const line of error.split('\n')) print(`      ${line}`);
    }
    current = [];
  };
  return {
    add: (result: PromiseResult): void => {
      if (current[0] !== undefined && current[0].suite !== result.suite) end();
      current.push(result);
    },
    end,
  };
};

const reportOf = (checked: readonly CheckedPort[]): object => ({
  ports: checked.map(({ port, results }) => ({
    port,
    kept: results.filter(({ error }) => error === undefined).length,
    broken: results.filter(({ error }) => error !== undefined).length,
    promises: results,
  })),
});
