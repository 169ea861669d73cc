import type { Recipe } from './recipe.ts';

/** A setting without special wishes. */
export const settingRecipe: Recipe = {
  heading: 'Adding a setting',
  edits: [
    {
      path: 'core/model/site/settings-table.ts',
      text: `  tideDays: {
    label: 'Days of the tide table',
    group: 'Site',
    description: 'For how many days tides are shown: 1 to 14, default 7.',
    kind: 'count',
    min: 1,
    max: 14,
    default: 7,
    effect: 'visibility',
  },
`,
      before: '} as const satisfies Readonly<Record<string, Setting>>;',
    },
    {
      path: 'test/settings/settings-table.test.ts',
      text: `    tideDays: 7,
`,
      before: `  });
});

test('changes of who sees what`,
    },
    {
      path: 'docs/changelog.md',
      text: `- The setting \`tideDays\` says for how many days tides are shown.
`,
      before: '- An [admin](admin.md) in the browser',
    },
  ],
  probe: `import { operator } from '../core/index.ts';
import type { JsonObject } from '../core/vocabulary.ts';
import { openService } from './service.ts';

const { cms, request } = await openService();
const { tideDays: before } = await cms.settings.get(operator);
const refused = await cms.settings.update(operator, { tideDays: 15 }).catch((error) => error.issues);
const client = '192.0.2.1';
const account = { email: 'ada@example.com', password: 'correct horse battery', client };
const { token } = await cms.accounts.register(account);
const put = async (body: JsonObject) => {
  const headers = {
    Authorization: 'Bearer ' + token,
    'Content-Type': 'application/json',
    Prefer: 'handling=strict',
  };
  const init = { method: 'PUT', headers, body: JSON.stringify(body) };
  return (await request('/api/settings', init)).json();
};
const feed = await (await request('/api/changes?limit=1000')).json();
const answer = await put({ tideDays: 9 });
const rejected = await put({ tideDays: 'x' });
const after = await (await request('/api/changes?after=' + feed.meta.cursor)).json();
const { components } = await (await request('/api/')).json();
const { entries } = await cms.audit.list(operator, { resource: 'settings' });
// A computed path: the admin is compiled with options of its own.
const path = '../adapters/admin/screens/settings/setting-form.ts';
const admin = await import(path);
const [site] = admin.settingCards;
const { hint, label, name, setting } = site.controls.at(-1);
const draft = { ...admin.draftOf(answer.data), tideDays: ' 12 ' };
console.log(
  JSON.stringify({
    before,
    refused,
    answer: answer.data.tideDays,
    rejected: rejected.issues,
    stored: (await cms.settings.get(operator)).tideDays,
    changes: after.data.map(({ type }: { readonly type: string }) => type),
    schema: components.schemas.Settings.properties.tideDays,
    audit: entries.map(({ detail }) => detail),
    control: { name, label, hint, kind: setting.kind },
    saved: admin.settingsOf(draft).tideDays,
  }),
);
`,
};
