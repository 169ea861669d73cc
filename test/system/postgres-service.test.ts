import { withPostgres } from '../support/fresh-database.ts';
import { registerRestSuites } from '../support/rest-suites.ts';

await withPostgres('migrated', (url) => {
  registerRestSuites(() => ({ DATABASE_URL: url }));
});
