import { anonymous, isDomainError, type Cms, type UserActor } from 'quoin/core';
import { portableCms } from 'quoin/portable';

/** The same steps in every runtime, with real hashing and signing. @returns one line for each step. */
export const scenario = async (): Promise<readonly string[]> => {
  const lines: string[] = [];
  const { cms } = await portableCms({
    secret: 'a secret for tests, of more than thirty-two bytes',
    ports: { log: { info: () => undefined, warn: () => undefined, error: () => undefined } },
  });
  const admin = await signUp(cms, 'ada@example.org');
  const [collection] = await cms.collections.list(anonymous);
  await cms.settings.update(admin, { registrationEnabled: true, publicContent: 'published' });
  const created = await cms.content.create(admin, {
    collectionId: collection?.id ?? '',
    title: 'Tidal pools in winter',
    data: { body: 'Limpets stay.' },
  });
  lines.push(`created ${created.slug}, ${created.status}, version ${created.version}`);
  lines.push(`visitors see ${await titlesOf(cms, {})}`);
  const published = await cms.content.update(admin, created.id, { status: 'published' });
  lines.push(`published, version ${published.version}`);
  lines.push(`visitors see ${await titlesOf(cms, {})}`);
  lines.push(`by its slug: ${await titlesOf(cms, { slug: 'Tidal pools in winter!' })}`);
  lines.push(`a search finds ${await found(cms, 'limpets')}`);
  const isVersion = (version: number) => (item: { readonly version: number }) =>
    item.version === version;
  lines.push(
    await codeOf(() =>
      cms.content.update(admin, created.id, { title: 'Old' }, isVersion(created.version)),
    ),
  );
  const renamed = await cms.content.update(
    admin,
    created.id,
    { title: 'Tidal pools' },
    isVersion(published.version),
  );
  lines.push(`renamed to ${renamed.title}, version ${renamed.version}`);
  lines.push(await codeOf(() => cms.content.delete(anonymous, created.id)));
  const visitor = await signUp(cms, 'ben@example.org');
  lines.push(await codeOf(() => cms.settings.update(visitor, { siteName: 'Mine' })));
  await cms.content.delete(admin, created.id);
  lines.push(`visitors see ${await titlesOf(cms, {})}`);
  const trash = await cms.trash.list(admin, {});
  lines.push(`the trash has ${trash.map(({ title }) => title).join()}`);
  return lines;
};

const signUp = async (cms: Cms, email: string): Promise<UserActor> => {
  const client = `client of ${email}`;
  const { token } = await cms.accounts.register({ email, password: 'correct horse', client });
  const actor = await cms.accounts.authenticate(token);
  if (actor.kind !== 'user') throw new Error(`${email} is not signed in`);
  return actor;
};

const client = 'a visitor';

const titlesOf = async (cms: Cms, query: { readonly slug?: string }): Promise<string> => {
  const { value } = await cms.content.readPage(anonymous, { of: { list: query }, client });
  const items = value.kind === 'items' ? value.items : [];
  return items.map(({ title }) => title).join() || 'nothing';
};

const found = async (cms: Cms, q: string): Promise<string> => {
  const { portions } = await cms.search.find(anonymous, { q, client });
  const titles: string[] = [];
  for await (const portion of portions) titles.push(...portion.map(({ item }) => item.title));
  return titles.join() || 'nothing';
};

const codeOf = async (work: () => Promise<unknown>): Promise<string> => {
  try {
    await work();
    return 'no error';
  } catch (error) {
    return isDomainError(error) ? error.code : String(error);
  }
};
