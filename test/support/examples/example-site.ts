import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { projectRoot } from '../../architecture/sources.ts';
import type { TestApp } from '../http/app.ts';
import { installPackages, run } from '../npm-registry.ts';
import { serveClientPackage } from './client-registry.ts';

/**
 * Copies a folder of `docs/examples` into a folder, and installs its packages.
 *
 * @param used a site that is no longer needed: its packages are moved, and need not be fetched again.
 * @returns where it is.
 */
export const installExample = async (
  name: string,
  folder: string,
  used?: string,
): Promise<string> => {
  const site = join(folder, name);
  await cp(join(projectRoot, 'docs/examples', name), site, { recursive: true });
  if (used !== undefined) await rename(join(used, 'node_modules'), join(site, 'node_modules'));
  await using registry = await serveClientPackage(folder);
  await installPackages(site, `--${registry.setting.join('=')}`);
  expectLocked(name, site);
  return site;
};

/** Expects that the packages of a site are those of the lock file in `docs/examples`. */
export const expectLocked = (name: string, site: string): void => {
  const locked = versionsIn(join(projectRoot, 'docs/examples', name));
  expect(Object.keys(locked).length).toBeGreaterThan(20);
  expect(versionsIn(site)).toEqual(locked);
};

/** Checks the types of a site. @param path where it is, with its packages. @throws Error with the mistakes. */
export const checkTypes = async (path: string): Promise<void> => {
  const tsc = join(projectRoot, 'node_modules/typescript/bin/tsc');
  const types = join(projectRoot, 'node_modules/@types');
  const args = [tsc, '--noEmit', '--types', 'node', '--typeRoots', types];
  await run(process.execPath, args, { cwd: path }).catch((error: Error & { stdout?: string }) => {
    throw new Error(error.stdout, { cause: error });
  });
};

const versionsIn = (folder: string): Readonly<Record<string, string | undefined>> => {
  const {
    packages,
  }: { readonly packages: Readonly<Record<string, { readonly version?: string }>> } = JSON.parse(
    readFileSync(join(folder, 'package-lock.json'), 'utf8'),
  );
  return Object.fromEntries(Object.entries(packages).map(([path, { version }]) => [path, version]));
};

export const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`;

export interface WebhookSignature {
  readonly secret?: string;
  /** When it was sent, from now. */
  readonly seconds?: number;
  /** What is signed instead of the body. */
  readonly signedBody?: string;
  /** Signatures with other secrets, before the right one. */
  readonly others?: readonly string[];
}

/** Sends a webhook, signed as https://www.standardwebhooks.com specifies. @returns the status of the response. */
export const sendWebhook = async (
  url: string,
  tags: readonly string[],
  { secret = webhookSecret, seconds = 0, signedBody, others = [] }: WebhookSignature = {},
): Promise<number> => {
  const sentAt = new Date().toISOString();
  const body = JSON.stringify({ type: 'content.updated', timestamp: sentAt, data: {}, tags });
  const id = `msg_${randomUUID()}`;
  const timestamp = String(Math.floor(Date.now() / 1000) + seconds);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key)
    .update(`${id}.${timestamp}.${signedBody ?? body}`)
    .digest('base64');
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': [...others, `v1,${signature}`].join(' '),
    },
    body,
  });
  await response.text();
  return response.status;
};

type Answer = Readonly<Record<string, string>>;

/** An administrator of a service. */
export interface Editor {
  /** Sends a request of the REST API. @returns `data` of the response. @throws Error if the service refuses it. */
  readonly send: (method: string, path: string, body: object) => Promise<Answer>;
  /** Creates a blog post. @returns its id. */
  readonly create: (title: string, members?: object) => Promise<string>;
  readonly change: (id: string, members: object) => Promise<void>;
  /** The tags of what has changed since the last call. */
  readonly changedTags: () => Promise<readonly string[]>;
}

export const editorOf = async (app: TestApp): Promise<Editor> => {
  const { bearer } = await app.signIn('admin');
  const request = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${app.url}${path}`, {
      method,
      headers: { ...bearer, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return answer;
  };
  const send: Editor['send'] = async (...args) => (await request(...args)).data;
  let cursor: string = (await request('GET', '/api/changes')).meta.cursor;
  return {
    send,
    create: async (title, members) => {
      const body = { collection: 'blog-posts', title, ...members };
      return (await send('POST', '/api/content', body))['id'] ?? '';
    },
    change: async (id, members) => void (await send('PUT', `/api/content/${id}`, members)),
    changedTags: async () => {
      const page = await request('GET', `/api/changes?after=${encodeURIComponent(cursor)}`);
      cursor = page.meta.cursor;
      const changes: readonly { readonly tags: readonly string[] }[] = page.data;
      return changes.flatMap(({ tags }) => tags);
    },
  };
};

/** Makes a new item visible to everybody. */
export const published = { status: 'published' };

/** Requests that a site must refuse, by what is wrong with them. */
export const forgedWebhooks: Readonly<Record<string, WebhookSignature>> = {
  'another secret': { secret: `whsec_${randomBytes(32).toString('base64')}` },
  'another body': { signedBody: '{}' },
  'a time ten minutes ago': { seconds: -600 },
  'a time in ten minutes': { seconds: 600 },
};
