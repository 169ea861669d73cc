/** Reads the driving port from the sources of the core: its interfaces, their comments, and the types that they name. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a comment says. Texts are one line each. */
export interface Comment {
  /** The paragraphs before the tags. */
  readonly paragraphs: readonly string[];
  /** By the name of the parameter. */
  readonly params: ReadonlyMap<string, string>;
  readonly returns: string | undefined;
  readonly throws: string | undefined;
}

export interface Member {
  readonly name: string;
  readonly isOptional: boolean;
  /** On one line. */
  readonly type: string;
  readonly comment: Comment;
}

/** An exported interface, or another exported type, which has no members. */
export interface Declaration {
  /** The source, from the folder of the core. */
  readonly path: string;
  readonly name: string;
  readonly comment: Comment;
  /** The types that an interface extends, or the definition of another type. On one line, and empty if there is none. */
  readonly base: string;
  readonly isInterface: boolean;
  readonly members: readonly Member[];
}

/** A member of the driving port: the use cases of one subject. */
export interface Subject {
  /** For example `content`. */
  readonly name: string;
  /** For example `ContentUseCases`. */
  readonly type: string;
  readonly comment: Comment;
  readonly useCases: readonly Member[];
}

const commentPattern = String.raw`/\*\*(?:(?!\*/)[^])*\*/`;
const declarationPattern = new RegExp(
  String.raw`^(${commentPattern}\n)?export (?:interface (\w+)(?:<\w+>)?(?:\s+extends ([^{]*?))? \{(?:\n([^]*?)\n)?\}|type (\w+)(?:<\w+>)? =([^]*?);)$(?=\n\n|\n\S|\n?$(?![^]))`,
  'gm',
);
const memberPattern = new RegExp(
  String.raw`^(?:  (${commentPattern})\n)?  readonly (\w+)(\??): ([^]*?);$(?=\n\n|\n  \S|\n?$(?![^]))`,
  'gm',
);

/** The exported types of a source that oxfmt has formatted. */
export const declarationsIn = (path: string, source: string): readonly Declaration[] =>
  [...source.matchAll(declarationPattern)].map(
    ([, comment, name, base = '', body = '', alias = '', definition = '']) => ({
      path,
      name: name ?? alias,
      comment: readComment(comment),
      base: oneLine(name === undefined ? unionOf(definition) : base),
      isInterface: name !== undefined,
      members: [...body.matchAll(memberPattern)].map(([, about, member = '', mark, type = '']) => ({
        name: member,
        isOptional: mark === '?',
        type: oneLine(type),
        comment: readComment(about),
      })),
    }),
  );

/** Without the comments between the members of a union, and without the bar before the first one. */
const unionOf = (definition: string): string =>
  definition.replaceAll(new RegExp(commentPattern, 'g'), '').replace(/^\s*\|/, '');

const readComment = (comment = ''): Comment => {
  const text = comment
    .replaceAll(/^\s*\/\*\*|\*\/\s*$/g, '')
    .replaceAll(/^ *\*(?: |$)/gm, '')
    .replaceAll(/\{@link ([^}]+)\}/g, '`$1`');
  const [before = '', ...tags] = text.split(/(?<=\s)@(?=param|returns|throws)/);
  const tag = (name: string): string | undefined =>
    tags.find((each) => each.startsWith(name))?.slice(name.length);
  const params = tags.flatMap((each) => {
    const [, name = '', about = ''] = /^param (\w+) ([^]*)$/.exec(each) ?? [];
    return name === '' ? [] : [[name, oneLine(about)] as const];
  });
  const [returns, throws] = [tag('returns'), tag('throws')];
  return {
    paragraphs: before
      .split(/\n\s*\n/)
      .map(oneLine)
      .filter((each) => each !== ''),
    params: new Map(params),
    returns: returns && oneLine(returns),
    throws: throws && oneLine(throws),
  };
};

const oneLine = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/([(<]) | ?,? (?=[)>](?!=))/g, '$1');

/** The exported types of the core, by name. */
export type Declarations = ReadonlyMap<string, Declaration>;

export const readDeclarations = (): Declarations => {
  const core = fileURLToPath(new URL('../../core', import.meta.url));
  const files = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  const declarations = files
    .toSorted()
    .flatMap((path) => declarationsIn(path, readFileSync(join(core, path), 'utf8')));
  return new Map(declarations.map((each) => [each.name, each]));
};

/** The members of `Cms`, in order. */
export const subjectsOf = (declarations: Declarations): readonly Subject[] =>
  ['UseCases', 'Cms']
    .flatMap((name) => membersOf(declarations, name))
    .map(({ name, type }) => {
      const { comment, members } = declarationOf(declarations, type);
      return { name, type, comment, useCases: members };
    });

const membersOf = (declarations: Declarations, name: string): readonly Member[] =>
  declarationOf(declarations, name).members;

const declarationOf = (declarations: Declarations, name: string): Declaration => {
  const found = declarations.get(name);
  if (found === undefined) throw new TypeError(`The core exports no type ${name}`);
  return found;
};

/** The error codes that a comment names: the words in backticks that have no capital. */
export const codesIn = ({ throws = '' }: Comment): readonly string[] =>
  [...throws.matchAll(/`([a-z_]+)`/g)].map(([, code = '']) => code);

/** The names of types in a type. */
export const namesIn = (type: string): readonly string[] => type.match(/\b[A-Z]\w+/g) ?? [];

/** The types that the parameters of a use case have. */
const parametersOf = ({ type }: Member): string => type.slice(0, type.lastIndexOf(') =>'));

/** Whether a type is made for use cases: not an entity, not the driving port itself, not a list of a constant's members. */
const isInput = ({ path, base }: Declaration): boolean =>
  !/^(?:cms\.ts|model\/|use-cases\/|primitives\/json)/.test(path) && !base.includes('typeof ');

/** The types that callers pass to use cases, and those that these are made of, by name. */
export const inputsOf = (
  subjects: readonly Subject[],
  declarations: Declarations,
): readonly Declaration[] => {
  const found = new Map<string, Declaration>();
  const add = (type: string): void => {
    for (const name of namesIn(type)) {
      const declaration = declarations.get(name);
      if (declaration === undefined || found.has(name) || !isInput(declaration)) continue;
      found.set(name, declaration);
      add(declaration.base);
      for (const member of declaration.members) add(member.type);
    }
  };
  for (const { useCases } of subjects) for (const each of useCases) add(parametersOf(each));
  return [...found.values()].toSorted((left, right) => (left.name < right.name ? -1 : 1));
};
