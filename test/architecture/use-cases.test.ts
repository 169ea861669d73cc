import { describe, expect, test } from 'vitest';
import {
  codesIn,
  declarationsIn,
  inputsOf,
  namesIn,
  readDeclarations,
  subjectsOf,
  type Declarations,
} from '../../bootstrap/tools/use-cases.ts';
import { exportedNames } from './exported-names.ts';
import { readSources, source } from './sources.ts';
import {
  calledBy,
  callsOf,
  missingCodes,
  uncommented,
  unexplained,
  unknownCodes,
  unknownParams,
} from './use-case-rules.ts';

describe('a planted mistake is found:', () => {
  const planted: Declarations = new Map(
    declarationsIn(
      'planted.ts',
      `export interface UseCases {
  readonly planted: PlantedUseCases;
}

/** All of it. */
export interface Cms extends UseCases {
  readonly others: OtherUseCases;
}

/** Planted. */
export interface PlantedUseCases {
  /**
   * Says what it does,
   * on two lines.
   *
   * @param id the id. @param gone no parameter.
   * @returns nothing.
   * @throws DomainError \`not_found\`, \`forbiden\`; what \`readBody\` throws.
   */
  readonly get: (
    actor: Actor,
    id: string,
    command?: GetPlanted,
  ) => Promise<void>;

  readonly list: () => Promise<readonly string[]>;
}

export interface OtherUseCases {
  /** Has a comment. */
  readonly find: () => void;
}

export type Planted =
  | {
      readonly a: string;
      readonly b: string;
    }
  /** Between them. */
  | { readonly c: GetPlanted };

export interface GetPlanted extends Omit<Base, 'a'> {
  readonly first?: string | undefined;
  /** Defaults to 1. */
  readonly second?: number | undefined;
}
`,
    ).map((each) => [each.name, each]),
  );
  const subjects = subjectsOf(planted);

  test('a use case, or a subject, without a comment', () => {
    expect(uncommented(subjects)).toEqual(['planted.list', 'others']);
  });

  test('a code that does not exist', () => {
    expect(unknownCodes(subjects)).toEqual(['planted.get throws forbiden']);
  });

  test('a parameter that does not exist', () => {
    expect(unknownParams(subjects)).toEqual(['planted.get has no parameter gone']);
  });

  test('an optional member of which nothing says what its absence means', () => {
    expect(unexplained(inputsOf(subjects, planted))).toEqual(['GetPlanted.first']);
  });

  test('a code of an operation that its use case does not name', () => {
    const calls = callsOf([
      source('x.ts', '  getContent: async ({ params }) => planted.get(actor, params.id),\n'),
    ]);
    expect(calledBy(calls, subjects).flatMap(missingCodes)).toEqual([
      'getContent: no use case names invalid_preview',
      'getContent: no use case names forbidden',
      'getContent: no use case names token_scope',
      'getContent: no use case names rate_limited',
    ]);
  });

  test('and what is on several lines is read as one', () => {
    const [get] = subjects[0]?.useCases ?? [];
    expect(get?.type).toBe('(actor: Actor, id: string, command?: GetPlanted) => Promise<void>');
    expect(get?.comment.paragraphs).toEqual(['Says what it does, on two lines.']);
    expect(planted.get('Planted')?.base).toBe(
      '{ readonly a: string; readonly b: string; } | { readonly c: GetPlanted }',
    );
  });
});

describe('the driving port', () => {
  const declarations = readDeclarations();
  const subjects = subjectsOf(declarations);
  const sources = readSources();

  test('has a comment on each subject and on each use case', () => {
    expect(subjects.flatMap(({ useCases }) => useCases).length).toBeGreaterThan(130);
    expect(uncommented(subjects)).toEqual([]);
  });

  test('names only codes and parameters that exist', () => {
    const codes = subjects.flatMap(({ useCases }) =>
      useCases.flatMap(({ comment }) => codesIn(comment)),
    );
    expect(codes.length).toBeGreaterThan(550);
    expect([...unknownCodes(subjects), ...unknownParams(subjects)]).toEqual([]);
  });

  test('says of each optional member of an input what it means to omit it', () => {
    const inputs = inputsOf(subjects, declarations);
    expect(inputs.length).toBeGreaterThan(60);
    expect(unexplained(inputs)).toEqual([]);
  });

  test('has only types that the core exports by name, not for stores alone', () => {
    const files = new Map(sources.map((each) => [each.path, each]));
    const exported = new Set(
      ['core/index.ts', 'core/vocabulary.ts'].flatMap((door) => [
        ...exportedNames(door, files).keys(),
      ]),
    );
    const built = ['Promise', 'AsyncIterable', 'Uint8Array', 'Readonly', 'Partial', 'Record'];
    const named = new Set(
      subjects.flatMap(({ type, useCases }) => [
        type,
        ...useCases.flatMap((each) => namesIn(each.type)),
      ]),
    );
    expect(named.size).toBeGreaterThan(140);
    expect([...named].filter((name) => !exported.has(name) && !built.includes(name))).toEqual([]);
  });

  test('names each code that the operation of a use case can answer with', () => {
    const handlers = sources.filter(({ path }) => /^adapters\/http\/rest\/[^/]+$/.test(path));
    const called = calledBy(callsOf(handlers), subjects);
    expect(called.length).toBeGreaterThan(95);
    expect(called.flatMap(missingCodes)).toEqual([]);
  });
});
