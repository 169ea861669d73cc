import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorAnswerOf } from '../../adapters/http/answer/http-error.ts';
import { presentWritten } from '../../adapters/http/rest/answers/present-content.ts';
import { DomainError, type ErrorCode, type UserActor } from '../../core/index.ts';
import { hour } from '../../core/vocabulary.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import type { RequestOptions } from '../support/http/http-client.ts';
import { stateOf, subjectIn, type Subject } from '../support/publishing/publishing-scene.ts';
import { labelOf, publishingTable } from '../support/publishing/publishing-table.ts';

let app: TestApp;
let headers: Readonly<Record<string, string>>;
let owner: UserActor;
let pagesId: string;

beforeAll(async () => {
  app = await serveApp();
  const admin = await app.signIn('admin');
  headers = { ...admin.bearer, Prefer: 'handling=strict' };
  const { userId, sessionId } = await app.signIn('author');
  owner = { kind: 'user', userId, sessionId, role: 'author', grants: [] };
  const [, pages] = await app.ports.store.repositories.collections.list();
  pagesId = pages!.id;
});

afterAll(() => app[Symbol.asyncDispose]());

type Request = readonly [method: string, path: string, json?: unknown, headers?: object];

const requestFor = async (
  action: string,
  { id, item, collection }: Subject,
): Promise<Request | undefined> => {
  const path = `/api/content/${id}`;
  const { name } = collection;
  const first = await app.ports.store.repositories.revisions.find(id, 1);
  switch (action) {
    case 'create an item with its slug':
      return ['POST', '/api/content', { collection: name, title: 'New', slug: item.slug }];
    case 'save':
      return ['PUT', path, { title: 'Saved' }];
    case 'autosave':
      return ['PUT', path, { title: 'Saved' }, { Prefer: 'handling=strict, autosave' }];
    case 'save that merges': {
      const { tag } = presentWritten({ ...item, ...first! });
      const json = { data: { a: name, d: name } };
      return ['PUT', path, json, { Prefer: 'merge', 'If-Match': tag }];
    }
    case 'publish':
      return ['PUT', path, { status: 'published' }];
    case 'unpublish':
      return ['PUT', path, { status: 'draft' }];
    case 'archive':
      return ['PUT', path, { status: 'archived' }];
    case 'move':
      return ['PUT', path, { collectionId: pagesId }];
    case 'restore a version':
      return ['POST', `${path}/restore`, { version: 1 }];
    case 'save the copy':
      return ['PUT', `${path}/draft`, { title: 'Saved' }];
    case 'restore a version into the copy':
      return ['POST', `${path}/restore`, { version: 1, to: 'draft' }];
    case 'discard the copy':
      return ['DELETE', `${path}/draft`];
    case 'publish the copy':
      return ['POST', `${path}/draft/publish`];
    case 'plan a publication':
      return ['PUT', `${path}/schedule`, { publishAt: Date.now() + hour }];
    case 'plan an end':
      return ['PUT', `${path}/schedule`, { unpublishAt: Date.now() + hour }];
    case 'remove the plan':
      return ['DELETE', `${path}/schedule`];
    case 'delete':
      return ['DELETE', path];
    case 'restore from the trash':
      return ['POST', `/api/trash/${id}/restore`];
    case 'delete from the trash':
      return ['DELETE', `/api/trash/${id}`];
    case 'empty the trash':
      return ['DELETE', `/api/trash?collection=${name}`];
    case 'delete the collection':
      return ['DELETE', `/api/collections/${name}`];
    default:
      return undefined;
  }
};

const others = ['a publication is due', 'an end is due', '`trashDays` have passed'];

const cells = publishingTable.filter(
  ({ action }) => !others.includes(action) && !action.includes(', with '),
);

test.each(cells.map((cell) => [labelOf(cell), cell] as const))('%s', async (_, cell) => {
  const status = cell.place === 'trash' ? 'draft' : cell.place;
  const given = { status, hasCopy: cell.hasCopy, plan: 'nothing planned' } as const;
  const subject = await subjectIn(app, owner, cell.place, given);
  const [method, path, json, extra] =
    (await requestFor(cell.action, subject)) ?? expect.fail('There is no request');
  const options: RequestOptions = { method, headers: { ...headers, ...extra } };
  const answer = await app.request(path, { ...options, ...(json !== undefined && { json }) });
  const { place, copy } = await stateOf(app, subject.id);
  if (cell.error !== undefined) {
    const error = new DomainError(cell.error as ErrorCode, '');
    expect([answer.status, answer.json().code]).toEqual([errorAnswerOf(error).status, cell.error]);
    expect(place).toBe(cell.place);
  } else {
    expect([200, 201]).toContain(answer.status);
    expect(place).toBe(cell.results[0] ?? cell.place);
    expect(copy !== undefined).toBe(cell.hasCopyAfter);
  }
});
