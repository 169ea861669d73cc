import { helpNotes, type AddCommand } from '../command.ts';

export const addServeCommand: AddCommand = (program, { host }) => {
  program
    .command('serve')
    .summary('Run the service.')
    .description(
      'Runs the service until Ctrl-C or SIGTERM, then finishes the requests in progress. Without any settings it keeps everything under ./data and listens on http://localhost:8787.',
    )
    .addHelpText(
      'after',
      helpNotes({ examples: ['quoin serve', 'PORT=8080 DATA_DIR=/srv/quoin quoin serve'] }),
    )
    .action(() => host.serve());
};
