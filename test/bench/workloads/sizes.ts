import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../architecture/sources.ts';
import { withClient } from '../resources.ts';
import { openServices, type Service } from '../servers/service.ts';
import { valueRow, type Row } from '../table.ts';
import type { Workload } from '../workload.ts';

const count = 500;
/** The length of the texts, in bytes. */
const lengths = [200, 7_000, 20_000] as const;

/** Real prose, which compresses like that of a site: another part for each number. */
const textOf = (length: number, number: number): string => {
  const start = (number * 977) % (prose.length - length);
  return prose.slice(start, start + length);
};

const docs = join(projectRoot, 'docs');
const prose = readdirSync(docs)
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(join(docs, name), 'latin1').replaceAll(/[^\n -~]/g, ''))
  .join('\n');

/** Sends one request, which may have a key. @returns the id of the item in the response, if there is one. */
const write = async (
  { url, token }: Service,
  method: string,
  path: string,
  body?: object,
  key?: string,
): Promise<string> => {
  const response = await fetch(`${url}/api/content${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      ...(key !== undefined && { 'Idempotency-Key': key }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
  return text === '' ? '' : (JSON.parse(text).data?.id ?? '');
};

/** The space that a row of each feature takes with its part of the indexes, by the length of the text of the item. */
export const sizes: Workload = async (conditions) => {
  const rows: Row[] = [];
  for (const length of lengths) {
    await using opened = await openServices(conditions, 1, false);
    const [service] = opened.services;
    const ids: string[] = [];
    const forEach = async (work: (id: string, number: number) => Promise<unknown>) => {
      for (const [number, id] of ids.entries()) await work(id, number);
    };
    const dataOf = (number: number) => ({ data: { content: textOf(length, number) } });
    const add = (table: string, title: string): Promise<unknown> =>
      withClient(opened.databaseUrl, async (client) => {
        await client.query(`vacuum full ${table}`);
        const { rows: found } = await client.query<{ readonly size: number }>(
          `select pg_total_relation_size('${table}')::float8 / count(*) / 1000 as size from ${table}`,
        );
        rows.push(valueRow(`${title}, text of ${length} bytes`, 'kB', [found[0]!.size]));
      });
    for (let number = 0; number < count; number += 1) {
      const item = { collection: 'blog-posts', title: `Measured ${number}`, status: 'published' };
      ids.push(await write(service, 'POST', '', { ...item, ...dataOf(number) }, randomUUID()));
    }
    await add('receipts', 'response under an Idempotency-Key');
    await forEach((id, number) => write(service, 'PUT', `/${id}`, dataOf(number + count)));
    await add('content_revisions', 'revision');
    await add('outbox', 'event');
    await forEach((id, number) =>
      write(service, 'PUT', `/${id}/draft`, dataOf(number + 2 * count)),
    );
    await add('content_copies', 'working copy');
    const unpublishAt = Date.now() + 1_000_000;
    await forEach((id) => write(service, 'PUT', `/${id}/schedule`, { unpublishAt }));
    await add('content_schedules', 'planned change');
    await forEach((id) => write(service, 'DELETE', `/${id}`));
    await add('content_trash', 'item in the trash');
  }
  return rows;
};
