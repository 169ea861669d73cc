import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DockerfileParser,
  type Copy,
  type Dockerfile,
  type Env,
  type From,
  type Healthcheck,
  type Instruction,
  type Label,
} from 'dockerfile-ast';
import { projectRoot } from '../../architecture/sources.ts';

type Keyed<K extends string, T> = K extends string ? Readonly<T> & { readonly keyword: K } : never;

/** One instruction of a Dockerfile that affects the image. */
export type Step =
  | Keyed<'FROM', { image: string; stage: string | undefined }>
  | Keyed<'ARG' | 'WORKDIR' | 'USER' | 'VOLUME' | 'EXPOSE' | 'STOPSIGNAL', { value: string }>
  | Keyed<'ENV' | 'LABEL', { values: Readonly<Record<string, string>> }>
  | Keyed<'COPY', CopyArguments>
  | Keyed<'RUN' | 'ENTRYPOINT' | 'CMD' | 'HEALTHCHECK', { command: Command }>;

export interface CopyArguments {
  /** The stage to copy from; undefined for the build context. */
  readonly from: string | undefined;
  readonly owner: string | undefined;
  readonly sources: readonly string[];
  readonly target: string;
}

export type StepNamed<K extends Step['keyword']> = Extract<Step, { readonly keyword: K }>;

/** A program with arguments, or a shell command line. */
export type Command = readonly string[] | string;

export const dockerfileText = readFileSync(join(projectRoot, 'Dockerfile'), 'utf8');

/** @throws Error for an instruction that {@link Step} does not list. */
export const stepsOf = (text: string): readonly Step[] =>
  DockerfileParser.parse(text).getInstructions().map(stepOf);

type ParsedInstruction = ReturnType<Dockerfile['getInstructions']>[number];

const stepOf = (instruction: ParsedInstruction): Step => {
  const keyword = instruction.getKeyword();
  switch (keyword) {
    case 'FROM': {
      const from = instruction as From;
      return { keyword, image: from.getImage() ?? '', stage: from.getBuildStage() ?? undefined };
    }
    case 'ARG':
    case 'WORKDIR':
    case 'USER':
    case 'VOLUME':
    case 'EXPOSE':
    case 'STOPSIGNAL':
      return { keyword, value: asJson(textOf(instruction))?.[0] ?? textOf(instruction) };
    case 'ENV':
    case 'LABEL':
      return { keyword, values: valuesOf(instruction as Env | Label) };
    case 'COPY':
      return copyOf(instruction as Copy);
    case 'RUN':
    case 'ENTRYPOINT':
    case 'CMD':
      return { keyword, command: commandOf(textOf(instruction)) };
    case 'HEALTHCHECK': {
      const flags = (instruction as Healthcheck).getFlags().map(String);
      const text = flags.reduce((rest, flag) => rest.replace(flag, ''), textOf(instruction));
      return { keyword, command: commandOf(text.trim().replace(/^CMD\s+/, '')) };
    }
    default:
      throw new Error(`The tests do not support the instruction ${keyword}`);
  }
};

const copyOf = (copy: Copy): Step => {
  const paths = copy.getArguments().map((argument) => argument.getValue());
  const flag = (name: string): string | undefined =>
    copy
      .getFlags()
      .find((each) => each.getName() === name)
      ?.getValue() ?? undefined;
  return {
    keyword: 'COPY',
    from: flag('from'),
    owner: flag('chown'),
    sources: paths.slice(0, -1),
    target: paths.at(-1) ?? '',
  };
};

const valuesOf = (instruction: Env | Label): Readonly<Record<string, string>> =>
  Object.fromEntries(
    instruction.getProperties().map((each) => [each.getName(), each.getValue() ?? '']),
  );

/** The arguments of an instruction, with continued lines joined. */
const textOf = (instruction: Instruction): string =>
  (instruction.getRawArgumentsContent() ?? '').replace(/\\\n\s*/g, '').trim();

const commandOf = (text: string): Command => asJson(text) ?? text;

const asJson = (text: string): readonly string[] | undefined => {
  if (!text.startsWith('[')) return undefined;
  return JSON.parse(text) as readonly string[];
};
