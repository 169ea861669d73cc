import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpConnections } from '../http/http-connections.ts';
import type { SecretPrincipal } from './secret-principals.ts';
import { secretReads } from './secret-reads.ts';
import type { SecretWorld } from './secret-world.ts';

export interface Seen {
  /** One sentence for each answer that contains what it must not. */
  readonly leaks: readonly string[];
  /** Everything that was answered. */
  readonly text: string;
  readonly count: number;
}

/** The words that a principal may not learn. */
const forbiddenWords = (
  { collections, words }: SecretWorld,
  { sees, item }: SecretPrincipal,
): readonly string[] => {
  const hidden = collections.filter((each) => each.isPrivate && !sees(each));
  const shown = new Set(item === undefined ? [] : words.ofItem(item.key));
  // The names of fields are members of the data.
  if (item !== undefined) Object.values(item.collection.fields).forEach((name) => shown.add(name));
  return words.of(hidden.map(({ owner }) => owner)).filter((word) => !shown.has(word));
};

/** The ids that a principal may learn only from data, as it was stored, and from what is wrong with it. */
const forbiddenIds = (
  { collections, items }: SecretWorld,
  { sees, item }: SecretPrincipal,
): readonly string[] => {
  const isHidden = (each: SecretWorld['collections'][number]): boolean =>
    each.isPrivate && !sees(each) && each.id !== item?.collection.id;
  return [
    ...collections.filter(isHidden).map(({ id }) => id),
    ...items
      .filter(({ id, collection }) => collection.isPrivate && !sees(collection) && id !== item?.id)
      .map(({ id }) => id),
  ];
};

/** Lists the references in data that lead to nothing for the reader, by their targets. */
const isAboutData = (path: string): boolean => path.startsWith('/api/health/content');

/** An answer, or the events of a stream, without the data of items, and without resets of these collections. */
const withoutData = (text: string, lost: readonly string[]): string =>
  text
    .split('\n')
    .map((line) => {
      const start = line.startsWith('data: ') ? 'data: '.length : 0;
      try {
        return JSON.stringify(
          JSON.parse(line.slice(start), (key, value) =>
            (key === 'data' && isStored(value)) || isReset(value, lost) ? 0 : value,
          ),
        );
      } catch {
        return line;
      }
    })
    .join('\n');

/** The envelope has the member `data`, too: that of an item contains the text of every one. */
const isStored = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'content' in value && !('id' in value);

const isReset = (value: unknown, ids: readonly string[]): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  value.type === 'reset' &&
  'collectionId' in value &&
  ids.includes(String(value.collectionId));

interface ReadOptions {
  /** The ids of collections that the principal has seen before. */
  readonly lost?: readonly string[];
  /** Whether the path is read. All are by default. */
  readonly isChosen?: (path: string) => boolean;
}

/** Sends every read as the principal. */
export const readAll = async (
  world: SecretWorld,
  connections: HttpConnections,
  principal: SecretPrincipal,
  { lost = [], isChosen = () => true }: ReadOptions = {},
): Promise<Seen> => {
  const words = forbiddenWords(world, principal);
  const ids = forbiddenIds(world, principal);
  const leaks: string[] = [];
  const texts: string[] = [];
  const paths = secretReads(world, principal).filter(isChosen);
  for (const path of paths) {
    const sent = {
      method: 'GET',
      path,
      headers: { Connection: 'keep-alive', ...principal.headers },
    };
    let answer = await connections.send(sent);
    // Searches of all principals at once may have to wait for their turn, and an answer without data shows nothing.
    for (let again = 0; answer.status === 503 && again < 10; again += 1) {
      await sleep(500);
      answer = await connections.send(sent);
    }
    const { status, headers, bytes } = answer;
    const text = bytes.toString('utf8');
    const head = JSON.stringify([...headers]);
    texts.push(text);
    const requested = decodeURIComponent(path);
    for (const word of words) {
      if (requested.includes(word)) continue;
      if (text.includes(word) || head.includes(word)) {
        leaks.push(`${principal.name}: ${path}: ${status} ${around(text + head, word)}`);
      }
    }
    const data = isAboutData(path) ? '' : text;
    const found = ids.filter((id) => !requested.includes(id) && (data + head).includes(id));
    // Few answers contain any: reading the data of all would take a sixth of the time.
    const rest = found.length === 0 ? '' : withoutData(data, lost) + head;
    for (const id of found.filter((each) => rest.includes(each))) {
      leaks.push(`${principal.name}: ${path}: ${status} id ${around(rest, id)}`);
    }
    if (status >= 500) leaks.push(`${path}: ${status}`);
  }
  return { leaks, text: texts.join('\n'), count: paths.length };
};

const around = (text: string, word: string): string => {
  const at = text.indexOf(word);
  return text.slice(Math.max(0, at - 80), at + 60);
};

/** The items that the principal should have found, and has not. */
export const missingItems = (
  { items }: SecretWorld,
  { sees, item, preview, name }: SecretPrincipal,
  text: string,
): readonly string[] =>
  items
    .filter(
      ({ collection, isDeleted, id }) =>
        !isDeleted &&
        name !== 'token of a former member' &&
        !(name.includes('elsewhere') || name.includes('here')) &&
        (!collection.isPrivate || sees(collection) || id === item?.id) &&
        (preview === undefined || preview.isOfSite),
    )
    .filter(({ id }) => !text.includes(`"id":"${id}"`))
    .map(({ key, collection }) => `${key} of ${collection.owner}`);
