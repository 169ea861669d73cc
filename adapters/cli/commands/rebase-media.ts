import type { RebasedMediaDto } from '../../../contracts/index.ts';
import { helpNotes, valueOption, type AddCommand, type CommandContext } from '../command.ts';
import { exitCodes } from '../command-errors.ts';
import { formatCount, formatCounted, showProgress } from '../progress.ts';
import {
  parseHttpUrl,
  targetOptions,
  withTarget,
  type TargetOptions,
} from '../transfer/open-target.ts';

interface RebaseMediaOptions extends TargetOptions {
  readonly from?: string;
  readonly dryRun?: boolean;
}

export const addRebaseMediaCommand: AddCommand = (parent, context) => {
  const command = parent
    .command('rebase')
    .summary('Rewrite the URLs of files in content.')
    .description(
      [
        'Rewrites the URLs of media files in the data of all items, for example after the service has moved to another domain. Replaces the base, which is what precedes the key of the file, by the current one: MEDIA_BASE_URL, or PUBLIC_URL with /files. With --url, those of that service.',
        '',
        'Only URLs that end in the key of an existing file are rewritten, in items of every status, also in inactive collections. Nothing else in an item changes, except its version. An item that is edited at the same time keeps the edit.',
        '',
        'The service can run meanwhile, on a database server or with --url. The command can be repeated: a second run changes nothing.',
      ].join('\n'),
    )
    .addOption(
      valueOption(
        '--from <url>',
        'Rewrites only URLs with this base, such as http://localhost:8787/files. By default all bases except the current one.',
      ),
    )
    .option('--dry-run', 'Counts the URLs, and changes nothing.');
  for (const option of targetOptions()) command.addOption(option);
  command
    .addHelpText(
      'after',
      helpNotes({
        exits: {
          [exitCodes.incomplete]: 'Done, but some items could not be rewritten; each is reported.',
          [exitCodes.interrupted]: 'Stopped by Ctrl-C; the same command continues.',
        },
        examples: [
          'quoin media rebase --dry-run',
          'quoin media rebase --from http://localhost:8787/files',
          'quoin media rebase --url https://cms.example.com --email ada@example.com',
        ],
      }),
    )
    .action((options: RebaseMediaOptions) => runRebase(options, context));
};

const runRebase = async (options: RebaseMediaOptions, context: CommandContext): Promise<void> => {
  if (options.from !== undefined) parseHttpUrl(options.from);
  const { terminal, setExitCode } = context;
  const signal = terminal.interruptSignal();
  const progress = showProgress(terminal);
  progress.count('item');
  try {
    const summary = await withTarget('media rebase', options, context, async (target) => {
      let sum: RebaseSummary = { items: 0, changed: 0, failed: 0, urls: new Map(), base: '' };
      let after: string | undefined;
      do {
        const { from, dryRun = false } = options;
        const step = await target.rebaseMedia({ from, after, dryRun });
        for (const { slug, error } of step.failed) terminal.notify(`Skipped ${slug}: ${error}`);
        sum = addStep(sum, step);
        progress.update(sum.items);
        after = step.next ?? undefined;
      } while (after !== undefined && !signal.aborted);
      return sum;
    });
    progress.end();
    for (const line of describe(summary, options)) terminal.print(line);
    if (signal.aborted) setExitCode(exitCodes.interrupted);
    else if (summary.failed > 0) setExitCode(exitCodes.incomplete);
  } finally {
    progress.end();
  }
};

/** What the steps have done so far. */
interface RebaseSummary {
  /** How many items were read. */
  readonly items: number;
  /** How many of them were rewritten. */
  readonly changed: number;
  readonly failed: number;
  /** How many URLs were rewritten, by their former base. */
  readonly urls: ReadonlyMap<string, number>;
  /** The new base. */
  readonly base: string;
}

const addStep = (sum: RebaseSummary, step: RebasedMediaDto): RebaseSummary => {
  const urls = new Map(sum.urls);
  for (const { base, count } of step.urls) urls.set(base, (urls.get(base) ?? 0) + count);
  return {
    items: sum.items + step.items,
    changed: sum.changed + step.changed,
    failed: sum.failed + step.failed.length,
    urls,
    base: step.base,
  };
};

/** The most bases that the summary lists. */
const maxBases = 20;

function* describe(
  { items, changed, urls, failed, base }: RebaseSummary,
  { from, dryRun = false }: RebaseMediaOptions,
): Generator<string> {
  if (from?.replace(/\/+$/, '') === base) {
    yield `Nothing to do: ${base} is the current base. --from names a former one; MEDIA_BASE_URL or PUBLIC_URL sets the current one.`;
    return;
  }
  const count = [...urls.values()].reduce((sum, each) => sum + each, 0);
  const what = `${formatCounted(count, 'URL')} in ${formatCount(changed)} of ${formatCounted(items, 'item')}`;
  yield dryRun
    ? `Dry run: ${what} would get the base ${base}.`
    : `Done: ${what} got the base ${base}.`;
  for (const [former, each] of [...urls].slice(0, maxBases)) {
    yield `  ${formatCount(each)} had ${former}`;
  }
  if (urls.size > maxBases) {
    yield `  … and ${formatCount(urls.size - maxBases)} more`;
  }
  if (failed > 0) yield `Skipped: ${formatCounted(failed, 'item')}, listed above.`;
  if (count === 0 && from !== undefined) {
    yield `No URL of a stored file has the base ${from}. A base is everything before the key, such as http://localhost:8787/files.`;
  }
}
