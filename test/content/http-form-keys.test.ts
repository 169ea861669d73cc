import { expect, test } from 'vitest';
import { itemForm, listForm } from '../../adapters/koa/rest/present-content.ts';
import { contentId, sampleContent } from '../conformance/samples.ts';

// Instances of two releases share a cache during a rolling update: a form with other bytes needs
// another key.
test('forms with different bytes have different cache keys', () => {
  const item = sampleContent(1, { title: 'A "title"' });
  const text =
    `{"id":"${contentId(1)}","title":"A \\"title\\"","slug":"item-1","status":"published",` +
    `"collectionId":"${item.collectionId}","created_at":${item.createdAt},` +
    `"updated_at":${item.updatedAt},"data":{"n":1}}`;
  expect([itemForm.key, itemForm.render(item)]).toEqual(['rest:1', text]);
  expect([listForm.key, listForm.render([item, item])]).toEqual(['rest:1', `[${text},${text}]`]);
  expect(listForm.render([])).toBe('[]');
});
