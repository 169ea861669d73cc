import { test } from 'vitest';
import { operator } from '../../core/index.ts';
import { namedUser } from '../support/admin/admin-content.ts';
import { screenWaiter } from '../support/admin/admin-screens.ts';
import { inspect, withAdmin } from '../support/admin/admin-world.ts';
import { paintedPng } from '../support/admin/painted-png.ts';

const content = `## What lives where the water leaves

Twice a day the sea leaves **small worlds** behind, full of animals that must not dry out.

- *Limpets* return to their own place before the water goes.
- *Anemones* close, and look like [wet stones](https://example.com/anemones).
- *Shore crabs* wait under the weed.

> Go at low tide, and never turn your back on the sea.
`;

async function* image(): AsyncGenerator<Uint8Array> {
  yield paintedPng(640, 360, [18, 78, 102], [236, 190, 132]);
}

withAdmin(({ open, cms, url }) => {
  // `npm run picture` makes the picture in the README of it.
  test('a post with text, an image and tags fits the screen', async () => {
    await cms().settings.update(operator, { publicContent: 'published' });
    const ada = await namedUser(cms(), 'admin', 'Ada');
    const file = await cms().media.upload(operator, {
      originalName: 'low-tide.png',
      body: image(),
      folder: () => undefined,
    });
    const { id } = await cms().content.create(ada, {
      collection: 'blog-posts',
      title: 'Tidal pools in winter',
      status: 'published',
      data: {
        excerpt: 'A walk along the coast at the lowest tide of the year.',
        content,
        featuredImage: `${url()}/files/${file.key}`,
        tags: ['coast', 'winter'],
      },
    });
    const page = await open('/admin');
    const path = `/admin/content/${id}`;
    const shown = screenWaiter(page);
    await page.goto(path);
    await shown(path);
    await inspect(page, 'post');
  });
});
