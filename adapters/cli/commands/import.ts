import { Option } from 'commander';
import { contentStatuses, type ContentStatus } from '../../../core/vocabulary.ts';
import {
  helpNotes,
  nonEmpty,
  repeatedOption,
  valueOption,
  type AddCommand,
  type CommandContext,
} from '../command.ts';
import { exitCodes } from '../command-errors.ts';
import { showPhase } from '../progress.ts';
import type { ImportSettings } from '../transfer/import-into.ts';
import { slugClashRules, sourceFormats, type SourceFormat } from '../transfer/import-run.ts';
import { targetOptions, withTarget, type TargetOptions } from '../transfer/targets/open-target.ts';

interface ImportOptions extends TargetOptions, ImportSettings {
  readonly collection?: string;
  readonly status?: ContentStatus;
  readonly static?: string;
  readonly columns?: string;
  readonly from?: SourceFormat;
  readonly map?: readonly string[];
  readonly media: boolean;
  readonly allowHost?: readonly string[];
  readonly redirects?: string;
}

export const addImportCommand: AddCommand = (program, context) => {
  const command = program
    .command('import')
    .summary('Import Markdown, a table, NDJSON or an export.')
    .argument('<folder|file>', 'What to import.', nonEmpty)
    .argument('[files...]', 'The other files of an export of WordPress that was divided.')
    .description(
      [
        'Imports a folder of Markdown, a table, an NDJSON file, an export of WordPress, or a folder written by quoin export.',
        '',
        'Markdown (.md, .markdown, .mdx and further endings): the front matter in YAML, TOML or JSON, or a header without a fence, becomes the data of an item, and the text its content. The title comes from the front matter, the first heading of level 1 or the file name. The slug comes from the front matter or the file name without its language; index.md uses the name of its folder. Images and other files that the text shows or links to are stored, and their URLs in it are replaced, also in the notations of Hugo, Jekyll, Obsidian and MDX. README, LICENSE, CHANGELOG and CONTRIBUTING are skipped unless they have front matter.',
        '',
        'The date comes from the front matter, from the file name (2020-01-02-hello.md gets the slug hello), from path in the front matter, or from the folders (2020/01/02). Redirects and the pages of sections (_index.md) are skipped. What a folder or the site states, such as draft in a data file of Eleventy, cascade in Hugo or defaults in Jekyll, holds for its documents unless they state something else.',
        '',
        'The end of a file name (tides.fr.md), a folder (fr/tides.md) or lang in the front matter is the language of a document. In a localised collection, documents of one name, or with one translationKey, become translations of each other.',
        '',
        'A table (.csv or .tsv, in UTF-8): each row becomes an item, and the first row names the columns. Columns that are called like a part of an item or a field are used; --columns assigns others. An item is known by its id, otherwise by its slug, otherwise by its title.',
        '',
        'NDJSON: one item per line, as the REST API returns it or as an export contains it. collections.ndjson of an export brings only the collections.',
        '',
        'An export of WordPress (.xml or .xml.gz, from Tools → Export): posts go to blog-posts, pages to pages, and other types to the collections that --map names. Attachments and other files of the site are downloaded, and their URLs are replaced. Comments of readers, menus and other parts are counted, not read.',
        '',
        'An export: its settings, webhooks and roles in single collections become those of a new service. Any other service keeps its own; but if the source shows only published items to the public, so does the service from then on.',
        '',
        'An import can be repeated. Items that are already there stay unchanged, and so do items that were edited in the service since their import, unless --overwrite is given. A file that cannot be read is skipped and reported with the reason. A value that cannot be used costs only itself: it is reported, and the rest of the item is stored.',
      ].join('\n'),
    )
    .addOption(
      valueOption(
        '--collection <name>',
        'The collection for the items. Required for Markdown and tables, and for NDJSON items that name none. An export names its own.',
      ),
    )
    .addOption(
      new Option(
        '--status <status>',
        'The status of items that state none, instead of draft. An item that its source marks as a draft, archived or published keeps that status. The summary counts them.',
      ).choices([...contentStatuses]),
    )
    .addOption(
      valueOption(
        '--columns <list>',
        'What the columns of a table become: title=Name,slug=Path,data.price=Price. A name with a comma stands in quotation marks with its part. Other columns are not used then.',
      ),
    )
    .addOption(
      new Option(
        '--from <format>',
        'What a file is, if its name (.csv, .tsv) or its content does not say so.',
      ).choices([...sourceFormats]),
    )
    .addOption(
      repeatedOption(
        '--map <type=collection>',
        'The collection for a type of another system: --map product=products. Can be repeated.',
      ),
    )
    .option('--no-media', 'Leaves the files of another system where they are, and their URLs.')
    .addOption(
      repeatedOption(
        '--allow-host <host>',
        'A name, address or network that files may be downloaded from although it is not public. Can be repeated.',
      ),
    )
    .addOption(
      valueOption(
        '--redirects <file>',
        'Writes a table of the published items of another system: the old path, the collection, the slug.',
      ),
    )
    .addOption(
      valueOption(
        '--report <file>',
        'Writes NDJSON with a line for each part of the source: what it is, what has become of it, and why. The last line has the counts.',
      ),
    )
    .addOption(
      valueOption(
        '--static <folder>',
        "The folder of the site's static files: paths in Markdown, such as /files/a.pdf, are looked up in it, after the imported folder.",
      ),
    )
    .option('--overwrite', 'Replaces items that were edited in the service since their import.')
    .addOption(
      new Option(
        '--on-slug-clash <rule>',
        'What to do with an item whose slug another item has: skip it, add a number to the slug (suffix), or use the path of the Markdown file as the slug (path). Later imports keep the slug.',
      )
        .choices([...slugClashRules])
        .default('skip'),
    )
    .option(
      '--infer-schema',
      'Adds the fields of the items that the schema of the collection lacks. Existing fields stay unchanged.',
    )
    .option(
      '--settings',
      'Imports the settings, webhooks and roles in single collections of an export, also if the service is not new.',
    )
    .option('--no-settings', 'Leaves the settings of an export out, also if the service is new.')
    .option(
      '--dry-run',
      'Checks everything, reports what the import would do, shows the first items, and stores nothing.',
    );
  for (const option of targetOptions()) command.addOption(option);
  command
    .addHelpText(
      'after',
      helpNotes({
        exits: {
          [exitCodes.incomplete]:
            'Done, but some items, files or values could not be imported; each is reported.',
          [exitCodes.interrupted]:
            'Stopped by Ctrl-C or SIGTERM after a whole batch; the same command continues.',
        },
        examples: [
          'quoin import ./posts --collection blog-posts --status published',
          'quoin import ./posts --collection blog-posts --dry-run',
          'quoin import ./posts --collection blog-posts --on-slug-clash suffix --infer-schema',
          'quoin import products.csv --collection products --columns title=Name,data.price=Price',
          'quoin import site.WordPress.xml --map product=products --redirects redirects.csv',
          'quoin import items.ndjson --collection pages --url https://cms.example.com --email ada@example.com',
          'quoin import ./backup',
        ],
      }),
    )
    .action((path: string, furtherPaths: readonly string[], options: ImportOptions) =>
      runImport([path, ...furtherPaths], options, context),
    );
};

const runImport = async (
  [path = '', ...furtherPaths]: readonly string[],
  options: ImportOptions,
  context: CommandContext,
): Promise<void> => {
  const { collection, status, dryRun = false } = options;
  const { terminal, setExitCode, host } = context;
  const staticFolder = options.static;
  // From now on, Ctrl-C stops between two steps.
  const signal = terminal.interruptSignal();
  showPhase(terminal, `Reading ${path}`);
  // Loaded late: the first line has to be visible at once.
  const [{ openSource }, { importInto }] = await Promise.all([
    import('../transfer/import-source.ts'),
    import('../transfer/import-into.ts'),
  ]);
  const { map, media: hasMedia, allowHost, redirects } = options;
  const system = { map, hasMedia, allowHost, redirects, openDownloads: host.openDownloads };
  const choices = { ...options, collection, status, staticFolder, furtherPaths, system };
  const source = await openSource(path, choices);
  const isComplete = await withTarget('import', options, { ...context, dryRun }, (target) =>
    importInto(target, source, options, terminal),
  );
  if (signal.aborted) setExitCode(exitCodes.interrupted);
  else if (!isComplete) setExitCode(exitCodes.incomplete);
};
