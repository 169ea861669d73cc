import { expect, test } from 'vitest';
import { itemForm, listForm } from '../../adapters/koa/rest/present-content.ts';
import {
  encodeJson,
  type ContentItem,
  type EncodedItem,
  type TextChunks,
} from '../../core/index.ts';
import { contentId, sampleContent } from '../conformance/samples.ts';

const encoded = (item: ContentItem): EncodedItem => ({ ...item, data: Buffer.from(item.data) });

const tagOf = (items: readonly EncodedItem[]): string => listForm.render(items).tag;

const textOf = (chunks: TextChunks): string => Buffer.concat(chunks).toString();

test('the forms of items and lists are the body of a response, or its beginning', () => {
  const stored = sampleContent(1, {
    title: 'A "título" 日本',
    data: encodeJson({ text: 'é 日本 привет' }),
  });
  const item = encoded(stored);
  const text =
    `{"id":"${contentId(1)}","title":"A \\"título\\" 日本","slug":"item-1","status":"published",` +
    `"collectionId":"${item.collectionId}","created_at":${item.createdAt},` +
    `"updated_at":${item.updatedAt},"data":{"text":"é 日本 привет"}}`;
  expect(textOf(itemForm.render(item))).toBe(`{"data":${text}}`);
  expect(textOf(listForm.render([item, item]).text)).toBe(`{"data":[${text},${text}]`);
  expect(textOf(listForm.render([]).text)).toBe('{"data":[]');
});

test('a small text shares no memory with others, so that keeping it keeps only itself', () => {
  const item = encoded(sampleContent(1));
  const [text] = itemForm.render(item);
  const [, listed] = listForm.render([item, item]).text;
  for (const bytes of [text, listed]) expect(bytes?.buffer.byteLength).toBe(bytes?.length);
});

test('the tag of a list differs if an item, its state or the order differs', () => {
  const [one, two] = [encoded(sampleContent(1)), encoded(sampleContent(2))];
  const lists = [
    [],
    [one],
    [two],
    [one, two],
    [two, one],
    [{ ...one, version: one.version + 1 }],
    [{ ...one, updatedAt: one.updatedAt + 1 }],
    [{ ...one, origin: { digest: 'other', version: 1 } }],
  ];
  expect(new Set(lists.map(tagOf)).size).toBe(lists.length);
  expect(tagOf([{ ...one }])).toBe(tagOf([one]));
});
