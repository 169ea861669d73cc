import { expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import {
  applyTemplate,
  templateOf,
  withTemplate,
} from '../../../adapters/admin/screens/editor/templates/apply-template.ts';
import { createLanding, rowsOf } from '../../support/admin/admin-blocks.ts';
import { dataOf } from '../../support/admin/admin-articles.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';

const blocks = { note: { properties: { text: { type: 'string' } } } } as const;

const schema = {
  type: 'object',
  properties: {
    day: { type: 'date' },
    sections: { type: 'blocks', blocks },
    aside: { type: 'object', properties: { notes: { type: 'blocks', blocks } } },
    parts: {
      type: 'array',
      items: { type: 'object', properties: { notes: { type: 'blocks', blocks } } },
    },
  },
  required: [],
} as const;

const note = { type: 'note', id: 'one', text: 'Low tide' };

test('an item from a template has its values, and blocks of its own', () => {
  const empty = { title: '', slug: '', data: { day: '2026-01-01', kept: 1 } };
  const data = {
    sections: [note, { type: 'gone', id: 'two' }],
    aside: { notes: [note] },
    parts: [{ notes: [note] }],
  };
  const made = applyTemplate(empty, { name: 'Walk', title: 'Walk to', data }, { schema });
  expect(made).toMatchObject({
    title: 'Walk to',
    slug: '',
    data: {
      day: '2026-01-01',
      kept: 1,
      sections: [{ type: 'note', text: 'Low tide' }, { type: 'gone' }],
      aside: { notes: [{ text: 'Low tide' }] },
      parts: [{ notes: [{ text: 'Low tide' }] }],
    },
  });
  const ids = JSON.stringify(made).match(/(?<="id":")[^"]+/g) ?? [];
  expect(new Set([...ids, 'one', 'two']).size).toBe(6);
});

test('a template has the fields of the schema, and replaces the one of its name in its place', () => {
  const item = { title: ' ', data: { day: '2026-01-01', old: true } };
  const made = templateOf('B', item, { schema });
  expect(made).toEqual({ name: 'B', data: { day: '2026-01-01' } });
  const [a, b, c] = ['A', 'B', 'C'].map((name) => ({ name, data: {} }));
  expect(withTemplate([a!, b!, c!], made)).toEqual([a, made, c]);
  expect(withTemplate([a!], made)).toEqual([a, made]);
});

withAdmin(({ open, cms }) => {
  test('an item becomes a template, the builder puts templates in order, and new items begin with them', async () => {
    const text = 'At low tide';
    const { id } = await createLanding(cms(), [{ type: 'hero', heading: text }], 'Season');
    const page = await open(`/admin/content/${id}`);
    const dialog = page.getByRole('dialog', { name: 'Save as template' });
    const saveAs = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('button', { name: 'Save as template…' }).click();
      await dialog.getByLabel('Name').fill(name);
      await dialog.getByRole('button', { name: 'Save template' }).click();
    };
    await page.getByLabel('Title').waitFor();
    for (const name of ['Spring', 'Autumn']) {
      await saveAs(name);
      await page.getByText(`The template “${name}” is saved.`).waitFor();
    }
    await page.getByLabel('Title').fill('Season of storms');
    await saveAs('Autumn');
    await page.getByRole('dialog', { name: 'Replace the template “Autumn”?' }).waitFor();
    await inspect(page, 'template-replace');
    await page.getByRole('button', { name: 'Replace template' }).click();
    await dialog.waitFor({ state: 'detached' });
    const templates = async () => (await cms().collections.get(operator, 'landing')).templates;
    expect(await templates()).toMatchObject([
      { name: 'Spring', title: 'Season' },
      { name: 'Autumn', title: 'Season of storms' },
    ]);

    const builder = await open('/admin/collections/landing');
    const list = builder.getByRole('list', { name: 'Templates of the collection' });
    await list.getByRole('button', { name: 'Move up: Autumn' }).click();
    await list.getByRole('button', { name: /^Autumn/ }).click();
    await list.getByLabel('Name').fill('Spring');
    await list.getByText('Another template has this name.').waitFor();
    await list.getByLabel('Name').fill('Winter');
    await inspect(builder, 'builder-templates');
    await list.getByRole('button', { name: 'Remove Spring' }).click();
    await builder.getByRole('button', { name: 'Undo' }).click();
    // Others save meanwhile: before the question, and between it and the save.
    const saveMeanwhile = (description: string) =>
      cms().collections.update(operator, 'landing', { description });
    await saveMeanwhile('Pages of campaigns');
    const question = builder.getByRole('dialog', { name: 'The collection has changed meanwhile' });
    await builder.keyboard.press('Control+s');
    await question.waitFor();
    await saveMeanwhile('Pages of all campaigns');
    const rejected = builder.waitForResponse((response) => response.status() === 412);
    await question.getByRole('button', { name: 'Replace their changes' }).click();
    await rejected;
    await question.getByRole('button', { name: 'Replace their changes' }).click();
    await builder.getByText('The collection is saved.').waitFor();
    expect((await cms().collections.get(operator, 'landing')).description).toBe(
      'Pages of all campaigns',
    );
    expect((await templates())?.map(({ name }) => name)).toEqual(['Winter', 'Spring']);

    // An editor chooses by keyboard. Nothing is typed yet, so nothing is kept.
    const editor = await open('/admin/content/new?collection=landing', 'editor');
    await editor.getByRole('button', { name: 'Empty item' }).waitFor();
    await inspect(editor, 'choose-template');
    await editor.keyboard.press('Tab');
    await editor.keyboard.press('Enter');
    await editor.getByLabel('Title').waitFor();
    expect(await editor.getByLabel('Title').inputValue()).toBe('Season of storms');
    expect(await rowsOf(editor).getByLabel('Heading').inputValue()).toBe(text);
    await editor.getByRole('button', { name: 'More actions' }).click();
    expect(await editor.getByRole('button', { name: 'Save as template…' }).count()).toBe(0);
    await editor.keyboard.press('Escape');
    await editor.keyboard.press('Control+s');
    await editor.getByText(/^Saved \d/).waitFor();
    const blocksOf = async (item: string) =>
      (await dataOf(cms(), item))['sections'] as readonly { readonly id: string }[];
    const made = await blocksOf(editor.url().split('/').at(-1) ?? '');
    expect(made).toMatchObject([{ type: 'hero', heading: text }]);
    expect(made[0]?.id).not.toBe((await blocksOf(id))[0]?.id);

    await editor.goto(`${editor.url().split('/admin')[0]}/admin/content/new?collection=landing`);
    await editor.getByRole('button', { name: 'Empty item' }).click();
    expect(await editor.getByLabel('Title').inputValue()).toBe('');
    expect(await rowsOf(editor).count()).toBe(0);
  });
});
