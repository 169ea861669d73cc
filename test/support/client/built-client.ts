import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { projectRoot } from '../../architecture/sources.ts';

/** Builds the client and the scenario as minified modules, `client.js`, `scenario.js` and what they share, `shared.js`, into the folder. */
export const buildClient = async (folder: string): Promise<void> => {
  const bundle = await rolldown({
    input: {
      client: join(projectRoot, 'contracts/client/index.ts'),
      scenario: join(projectRoot, 'test/support/client/scenario.ts'),
    },
    platform: 'neutral',
    tsconfig: false,
  });
  await bundle.write({
    dir: folder,
    entryFileNames: '[name].js',
    chunkFileNames: 'shared.js',
    minify: true,
  });
  await bundle.close();
};
