import { describe } from 'vitest';
import { registerRestSuites } from '../support/rest-suites.ts';

describe('the service on the embedded default', () => {
  registerRestSuites(() => ({}));
});
