import { describe } from 'vitest';
import { registerRestSuites } from '../support/http/rest-suites.ts';

describe('the service on the embedded default', () => {
  registerRestSuites(() => ({}));
});
