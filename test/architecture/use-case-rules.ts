import {
  codesIn,
  type Declaration,
  type Member,
  type Subject,
} from '../../bootstrap/tools/use-cases.ts';
import { errorCodesOf, operations, type Operation } from '../../contracts/index.ts';
import { errorKinds, type ErrorCode } from '../../core/index.ts';
import type { Source } from './sources.ts';

/** The use cases without a comment, by their names in `Cms`. */
export const uncommented = (subjects: readonly Subject[]): readonly string[] =>
  subjects.flatMap(({ name, comment, useCases }) => [
    ...(comment.paragraphs.length === 0 ? [name] : []),
    ...useCases
      .filter((each) => each.comment.paragraphs.length === 0)
      .map((each) => `${name}.${each.name}`),
  ]);

export const unknownCodes = (subjects: readonly Subject[]): readonly string[] =>
  subjects.flatMap(({ name, useCases }) =>
    useCases.flatMap((each) =>
      codesIn(each.comment)
        .filter((code) => !(code in errorKinds))
        .map((code) => `${name}.${each.name} throws ${code}`),
    ),
  );

/** The parameters that a comment describes and the use case does not have. */
export const unknownParams = (subjects: readonly Subject[]): readonly string[] =>
  subjects.flatMap(({ name, useCases }) =>
    useCases.flatMap(({ name: useCase, type, comment }) =>
      [...comment.params.keys()]
        .filter((param) => !new RegExp(String.raw`\b${param}\??:`).test(type))
        .map((param) => `${name}.${useCase} has no parameter ${param}`),
    ),
  );

/** The optional members of inputs of which no comment says what it means to omit them. */
export const unexplained = (inputs: readonly Declaration[]): readonly string[] =>
  inputs
    .filter(({ comment }) => !comment.paragraphs.join(' ').includes('bsent members'))
    .flatMap(({ name, members }) =>
      members
        .filter(({ isOptional, comment }) => isOptional && comment.paragraphs.length === 0)
        .map((member) => `${name}.${member.name}`),
    );

/** What the handlers of operations call, by the names in `Cms`. */
export const callsOf = (handlers: readonly Source[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    handlers.flatMap(({ text }) =>
      text
        .split(/^ {2,4}(?=\w+: (?:async )?\()/m)
        .map((part): readonly [string, readonly string[]] => [
          /^\w+/.exec(part)?.[0] ?? '',
          [...new Set(part.match(/\b[a-zA-Z]+\.[a-zA-Z]+\b/g))],
        ]),
    ),
  );

/** These follow from more than the traits of an operation: see `errorCodesOf`. */
const ofUseCases: ReadonlySet<string> = new Set<ErrorCode>([
  'not_authenticated',
  'forbidden',
  'not_found',
  'version_mismatch',
]);

/** The codes that only the HTTP adapter can throw for an operation. */
const ofAdapter: readonly ErrorCode[] = ['csrf_failed', 'bulk_failed'];

/** The codes of a use case, and of those that its result does the rest of. */
const codesOf = ({ useCases }: Subject, { comment }: Member): readonly string[] => [
  ...codesIn(comment),
  ...useCases
    .filter(({ name }) => comment.returns?.includes(`\`${name}\``))
    .flatMap((rest) => codesIn(rest.comment)),
];

interface Called {
  readonly id: string;
  readonly operation: Operation;
  readonly codes: readonly string[];
}

/** The operations whose handlers call use cases, with all codes that these name. */
export const calledBy = (
  calls: ReturnType<typeof callsOf>,
  subjects: readonly Subject[],
): readonly Called[] =>
  operations.flatMap(([id, operation]) => {
    const codes = (calls.get(id) ?? []).flatMap((call) => {
      const [name, member] = call.split('.');
      const subject = subjects.find((each) => each.name === name);
      const useCase = subject?.useCases.find((each) => each.name === member);
      return subject === undefined || useCase === undefined ? [] : [codesOf(subject, useCase)];
    });
    return codes.length === 0 ? [] : [{ id, operation, codes: codes.flat() }];
  });

export const missingCodes = ({ id, operation, codes }: Called): readonly string[] => {
  const own = new Set<string>(operation.errors);
  return errorCodesOf(operation)
    .filter((code) => own.has(code) || ofUseCases.has(code))
    .filter((code) => !codes.includes(code) && !ofAdapter.includes(code))
    .map((code) => `${id}: no use case names ${code}`);
};
