import type { Recipe } from './recipe.ts';

/** An operation that only administrators may call. */
export const operationRecipe: Recipe = {
  heading: 'Adding an operation',
  edits: [
    {
      path: 'contracts/operations/settings.ts',
      text: `  getDefaults: {
    method: 'get',
    path: '/api/settings/defaults',
    tag: 'Settings',
    summary: 'Get the defaults of the settings',
    description: 'The value that each setting has until it is changed.',
    auth: 'admin',
    success: { kind: 'json', status: 200, schema: settingsResponse },
  },

`,
      before: '  listSearchLanguages: {',
    },
    {
      path: 'core/system/get-defaults.ts',
      text: `import { authorize } from '../access/policy.ts';
import type { Actor } from '../model/actor.ts';
import { settingDefaults, type SettingValues } from '../model/site/settings-table.ts';

export const getDefaults = async (actor: Actor): Promise<SettingValues> => {
  authorize(actor, 'administer');
  return settingDefaults;
};
`,
    },
    {
      path: 'core/use-cases/settings.ts',
      text: `import { getDefaults } from '../system/get-defaults.ts';
`,
      before: 'import {\n  draftsArePublic,',
    },
    {
      path: 'core/use-cases/settings.ts',
      text: `  /**
   * The defaults of all settings.
   *
   * @throws DomainError \`not_authenticated\`, \`token_read_only\`, \`forbidden\`.
   */
  readonly defaults: (actor: Actor) => Promise<SettingValues>;

`,
      before: `  /**
   * Changes settings.
`,
    },
    {
      path: 'core/use-cases/settings.ts',
      text: `  defaults: getDefaults,
`,
      before: '  update: updateSettings(dependencies),',
    },
    {
      path: 'adapters/http/rest/settings.ts',
      text: `  getDefaults: async ({ actor }) => ({ data: presentSettings(await settings.defaults(actor)) }),

`,
      before: '  listSearchLanguages: async',
    },
    {
      path: 'test/conformance/rest-api/administration.ts',
      text: `  'admins can read the defaults of the settings': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const path = '/api/settings/defaults';
    expectError(await anonymous.get(path), 401);
    const { json } = expectStatus(await (await admin()).get(path), 200);
    equal(json, { data: settingDefaults }, 'defaults');
  },

`,
      before: "  'plugins and hooks are listed, and hooks cannot be changed'",
    },
    {
      path: 'docs/rest-api.md',
      text: `| \`GET /api/settings/defaults\` | | gets the defaults |
`,
      before: '| `GET /api/settings/search-languages` |',
    },
    {
      path: 'docs/changelog.md',
      text: `- \`GET /api/settings/defaults\` returns the defaults of the settings.
`,
      before: '- An [admin](admin.md) in the browser',
    },
  ],
  probe: `import { restAdministrationSuite } from '../test/conformance/rest-api/administration.ts';
import { openService } from './service.ts';

const { request } = await openService();
const promise = 'admins can read the defaults of the settings';
const added = restAdministrationSuite.cases.find(({ name }) => name === promise);
let clients = 0;
await added?.run({
  newClient: () => ({ 'X-Forwarded-For': '192.0.2.' + (clients += 1) }),
  send: async ({ method, path, headers = {}, body }) => {
    const init = { method, headers, redirect: 'manual' as const };
    const response = await request(path, typeof body === 'string' ? { ...init, body } : init);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      cookies: response.headers.getSetCookie(),
      bytes,
      text: new TextDecoder().decode(bytes),
    };
  },
});
const { paths } = await (await request('/api/')).json();
console.log(
  JSON.stringify({ ran: added?.name, documented: paths['/api/settings/defaults'].get.operationId }),
);
`,
};
