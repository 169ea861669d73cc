import type { Command } from '../command.ts';
import { exitCodes } from '../exit-code.ts';

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Run the service.',
  description:
    'Runs the service until it is asked to end: Ctrl-C, or SIGTERM. Requests in flight are finished first. Without any settings it keeps everything under ./data and listens on http://localhost:8787.',
  options: {},
  examples: ['quoin serve', 'PORT=8080 DATA_DIR=/srv/quoin quoin serve'],
  run: async (_input, { readConfig }) => {
    const config = readConfig();
    const { serve } = await import('../../serve.ts');
    await serve(config);
    return exitCodes.done;
  },
};
