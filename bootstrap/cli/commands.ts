import type { Command } from './command.ts';
import { checkMediaCommand } from './commands/check-media.ts';
import { createTokenCommand } from './commands/create-token.ts';
import { createUserCommand } from './commands/create-user.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { migrateCommand } from './commands/migrate.ts';
import { openapiCommand } from './commands/openapi.ts';
import { serveCommand } from './commands/serve.ts';

/** All that `quoin` can do, in the order of the overview. */
export const commands: readonly Command[] = [
  serveCommand,
  migrateCommand,
  importCommand,
  exportCommand,
  createUserCommand,
  createTokenCommand,
  checkMediaCommand,
  openapiCommand,
];
