import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;
type Fields = Readonly<Record<string, unknown>>;

/**
 * Turns a line of JSON of the log into short lines for people: one line per request, and the cause of a
 * warning or an error below it. Values cannot control the terminal: control characters are escaped.
 */
export const prettyLine = (
  line: string,
  { hasColors }: { readonly hasColors: boolean },
): string => {
  const paint: Paint = (style, text) =>
    hasColors ? styleText(style, text, { validateStream: false }) : text;
  return `${[...describe(JSON.parse(line) as Fields, paint)].join('\n')}\n`;
};

function* describe(
  { time, worker, pid: _pid, cause, ...entry }: Fields,
  paint: Paint,
): Generator<string> {
  const clock = new Date(String(time)).toTimeString().slice(0, 8);
  const start = `${paint('dim', clock)} ${worker === undefined ? '' : `[${show(worker)}] `}`;
  yield start + (requestLine(entry, paint) ?? messageLine(entry, paint));
  if (cause !== undefined)
    yield* describeCause(cause, { paint, hasStack: entry['level'] === 'error' });
}

const requestLine = (
  { message, method, path, route, status, ms, request }: Fields,
  paint: Paint,
): string | undefined => {
  if (typeof method !== 'string' || typeof ms !== 'number') return undefined;
  const isComplete = message === 'Request';
  const code = typeof status === 'number' ? status : undefined;
  return [
    show(method),
    cut(show(path ?? route ?? '-')),
    paint(styleOf(code), show(code ?? '-')),
    paint('dim', `${ms} ms`),
    ...(isComplete ? [] : [paint('yellow', show(message))]),
    // The caller of a failed request has this id from the response.
    ...(code !== undefined && code >= 500 ? [paint('dim', `request ${show(request)}`)] : []),
  ].join(' ');
};

const styleOf = (status = 0): Style => {
  if (status === 0) return 'yellow';
  if (status >= 500) return 'red';
  if (status >= 400) return 'yellow';
  return status >= 300 ? 'cyan' : 'green';
};

const messageLine = ({ level, message, ...fields }: Fields, paint: Paint): string => {
  const shown = Object.entries(fields).map(([name, value]) => `${show(name)} ${show(value)}`);
  const details = shown.length === 0 ? '' : paint('dim', ` (${shown.join(', ')})`);
  if (level === 'warn') return `${paint('yellow', `Warning: ${show(message)}`)}${details}`;
  if (level === 'error') return `${paint('red', `Error: ${show(message)}`)}${details}`;
  return `${show(message)}${details}`;
};

interface CauseStyle {
  readonly paint: Paint;
  /** Whether to show where the cause was thrown. */
  readonly hasStack: boolean;
}

function* describeCause(value: unknown, style: CauseStyle, indent = '  '): Generator<string> {
  if (!isLoggedError(value)) {
    yield `${indent}Cause: ${show(value)}`;
    return;
  }
  const { name, message, code, stack, cause, errors } = value;
  const suffix = code === undefined ? '' : ` (${show(code)})`;
  yield `${indent}Cause: ${show(name)}: ${show(message)}${suffix}`;
  if (style.hasStack && typeof stack === 'string') {
    const calls = stack.split('\n').filter((line) => /^\s+at /.test(line));
    for (const call of calls) yield style.paint('dim', `${indent}  ${show(call.trim())}`);
  }
  const several: readonly unknown[] = Array.isArray(errors) ? errors : [];
  const inner = cause === undefined ? several : [cause, ...several];
  for (const each of inner) yield* describeCause(each, style, `${indent}  `);
}

const isLoggedError = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && 'name' in value && 'message' in value;

const longestPath = 120;

const cut = (path: string): string =>
  path.length > longestPath ? `${path.slice(0, longestPath)}…` : path;

/** Control characters, and characters that change the direction of the text around them. */
const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const show = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '-')).replace(
    unsafe,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
