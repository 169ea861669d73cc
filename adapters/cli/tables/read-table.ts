import { createReadStream } from 'node:fs';
import { CsvError, parse, type CsvErrorCode, type Parser } from 'csv-parse';
import { readHead } from '../transfer/files.ts';
import { maxLineBytes } from '../transfer/lines.ts';

/** A row of a table, or why it and everything after it cannot be read. The first row is number 1, as in a spreadsheet. */
export type TableRow =
  | { readonly number: number; readonly cells: readonly string[]; readonly mistake?: undefined }
  | { readonly number: number; readonly cells?: undefined; readonly mistake: string };

const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

/**
 * What separates the cells of a file: tabs if its name ends in `.tsv`. Otherwise what occurs most in the first line: commas;
 * semicolons, which Excel writes where the comma is the decimal separator; or tabs.
 */
export const delimiterOf = async (path: string): Promise<Delimiter> => {
  if (/\.tsv$/i.test(path)) return '\t';
  const unquoted = (await readHead(path)).toString('utf8').replaceAll(/"[^"]*"/g, '');
  const line = unquoted.split(/[\r\n]+/).find((each) => each.trim() !== '') ?? '';
  const countIn = (delimiter: string): number => line.split(delimiter).length;
  return delimiters.toSorted((a, b) => countIn(b) - countIn(a))[0] ?? ',';
};

/**
 * Reads a table in the format of RFC 4180 and in UTF-8, with lines that end as on any system. Holds the rows of 64 KiB. Skips rows
 * without a value. Ends at a mistake after which nobody knows where the next row begins.
 */
export async function* readRows(
  path: string,
  delimiter: Delimiter,
): AsyncGenerator<TableRow, undefined> {
  const read: (readonly string[])[] = [];
  const parser = parse({
    bom: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: maxLineBytes,
    // A mistake ends the stream of the parser at once, with the rows that nobody has taken from it.
    on_record: (cells: readonly string[]) => {
      read.push(cells);
      return null;
    },
  });
  parser.on('error', () => undefined);
  let number = 0;
  for await (const step of stepsOf(parser, createReadStream(path))) {
    for (const cells of read.splice(0)) {
      number += 1;
      if (cells.some((cell) => cell.trim() !== '')) yield { number, cells };
    }
    if (step !== undefined) yield { number: number + 1, mistake: step };
  }
}

/** Parses a part of the file before each step. The last one is what is wrong, if something is. */
async function* stepsOf(
  parser: Parser,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<string | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of chunks) {
    const mistake =
      encodingMistake(decoder, chunk) ?? (await parsed((done) => parser.write(chunk, done)));
    yield mistake;
    if (mistake !== undefined) return;
  }
  yield encodingMistake(decoder) ?? (await parsed((done) => parser.end(done)));
}

/** @param chunk the next bytes; undefined at the end. */
const encodingMistake = (decoder: TextDecoder, chunk?: Buffer): string | undefined => {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return undefined;
  } catch {
    return 'it is not UTF-8: save the table as “CSV UTF-8”';
  }
};

/** @returns what is wrong. */
const parsed = (
  work: (done: (error?: Error | null) => void) => void,
): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    work((error) => {
      if (error instanceof CsvError) resolve(mistakes[error.code] ?? error.message);
      else if (error) reject(error);
      else resolve(undefined);
    });
  });

const mistakes: Readonly<Partial<Record<CsvErrorCode, string>>> = {
  CSV_INVALID_CLOSING_QUOTE:
    'a quotation mark in a cell is not doubled, or something follows the end of a cell in quotation marks',
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark at the beginning of a cell has no counterpart',
  CSV_MAX_RECORD_SIZE: `it is longer than ${maxLineBytes} bytes`,
  INVALID_OPENING_QUOTE: 'a cell with a quotation mark is not in quotation marks',
};
