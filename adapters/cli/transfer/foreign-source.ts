import { isDocumentPath } from '../markdown/file-address.ts';
import { readHead } from './files.ts';
import { readObject } from './incoming-records.ts';

/** A format that the import cannot read. */
interface ForeignFormat {
  /** The subject of "is": an export of Ghost. */
  readonly name: string;
  /** What to do with it, as a sentence. */
  readonly way: string;
  /** @param head the beginning of the file. */
  readonly matches: (head: string, path: string) => boolean;
}

const convert = `"From other systems" in docs/content/importing.md says how to convert it.`;

const isJson = (head: string): boolean => /^\s*[{[]/.test(head);

/** The first match counts. */
const formats: readonly ForeignFormat[] = [
  {
    name: 'a spreadsheet',
    way: 'Save the table as “CSV UTF-8”, and name that file.',
    matches: (_, path) => /\.(?:xlsx|xls|ods|numbers)$/i.test(path),
  },
  {
    name: 'a ZIP archive',
    way: 'Unpack it, and name the folder.',
    matches: (head) => head.startsWith('PK\u0003\u0004') || head.startsWith('PK\u0005\u0006'),
  },
  {
    name: 'a compressed archive',
    way: 'Unpack it, and name the folder or file.',
    matches: (head) => head.startsWith('\u001F\u008B'),
  },
  {
    name: 'a single Markdown file',
    way: 'Name the folder that contains it.',
    matches: (_, path) => isDocumentPath(path),
  },
  {
    name: 'a feed',
    way: convert,
    matches: (head) => /<(?:rss|feed)\b/.test(head),
  },
  {
    name: 'a page of HTML',
    way: 'Convert it to Markdown, and name the folder.',
    matches: (head) => /^\s*<(?:!doctype html|html)\b/i.test(head),
  },
  {
    name: 'an export of Ghost',
    way: convert,
    matches: (head) => isJson(head) && /"db"\s*:\s*\[\s*\{\s*"(?:meta|data)"/.test(head),
  },
  {
    name: 'an export of Contentful',
    way: convert,
    matches: (head) => isJson(head) && /"contentTypes"\s*:\s*\[/.test(head),
  },
  {
    name: 'a dataset of Sanity',
    way: convert,
    matches: (head) => isSanity(head),
  },
  {
    name: 'a part of an export',
    way: 'Name the folder that contains it.',
    matches: (head) => isJson(head) && /"format"\s*:\s*"quoin-export"/.test(head),
  },
  {
    name: 'a file of JSON',
    way: `Write one object per line into a file that ends in .ndjson: ${convert}`,
    matches: (head, path) => isJson(head) && /\.json$/i.test(path),
  },
];

/** @returns why the import cannot read a file that is not NDJSON, and what to do, as sentences. */
export const describeForeignFile = async (path: string): Promise<string> => {
  const head = await textAtStart(path);
  const format = formats.find(({ matches }) => matches(head, path));
  return format === undefined
    ? `${path} is neither a folder nor a file that ends in .ndjson, .jsonl, .csv or .tsv.`
    : `${path} is ${format.name}. ${format.way}`;
};

/** @returns the same for an NDJSON file whose lines are not items; undefined if they may be items. */
export const describeForeignLines = async (path: string): Promise<string | undefined> =>
  isSanity(await textAtStart(path)) ? `${path} is a dataset of Sanity. ${convert}` : undefined;

/** The first line is a document of Sanity. */
const isSanity = (head: string): boolean => {
  const [line = ''] = head.split('\n', 1);
  const { value } = readObject(line);
  return typeof value?.['_type'] === 'string' && typeof value['_id'] === 'string';
};

/** One character per byte. */
const textAtStart = async (path: string): Promise<string> =>
  (await readHead(path)).toString('latin1').replace(/^\u00EF\u00BB\u00BF/, '');
