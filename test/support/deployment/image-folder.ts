import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, posix, relative } from 'node:path';
import { projectRoot } from '../../architecture/sources.ts';
import { reachesBuilder } from './docker-context.ts';
import {
  dockerfileText,
  stepsOf,
  type Command,
  type CopyArguments,
  type Step,
} from './dockerfile.ts';
import { linkFile, linkFolder } from './link-folder.ts';
import type { UserIds } from '../service/server-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** The result of a Dockerfile as a folder on this machine, without the base image. */
export interface ImageFolder extends AsyncDisposable {
  /** Maps a path in the image to its path on this machine. */
  readonly at: (path: string) => string;
  readonly environment: Readonly<Record<string, string>>;
  /** The account of the service; undefined unless this process is root and can switch to it. */
  readonly ids: UserIds | undefined;
  readonly workingFolder: string;
  /** The command that `docker run` starts. */
  readonly entrypoint: readonly string[];
  readonly arguments: readonly string[];
  readonly healthcheck: readonly string[];
}

interface State {
  readonly folder: string;
  stage: string | undefined;
  workingFolder: string;
  user: string;
  environment: Record<string, string>;
  readonly commands: Map<Step['keyword'], Command>;
}

/**
 * Executes the steps of the Dockerfile in order: copies files and runs commands. Only `npm ci` is
 * replaced: packages are linked from the project, without those that its `--omit` options leave out.
 */
export const buildImageFolder = async (): Promise<ImageFolder> => {
  const temporary = await temporaryFolder(tmpdir());
  try {
    // The account of the service needs access to the folder.
    chmodSync(temporary.path, 0o755);
    const state = freshState(temporary.path);
    for (const step of stepsOf(dockerfileText)) take(step, state);
    return { ...finished(state), [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose]() };
  } catch (error) {
    await temporary[Symbol.asyncDispose]();
    throw error;
  }
};

const finished = (state: State): Omit<ImageFolder, typeof Symbol.asyncDispose> => {
  const command = (keyword: Step['keyword']): readonly string[] =>
    asProgram(state.commands.get(keyword) ?? []).map((each) => located(each, state));
  return {
    at: (path) => join(rootOf(state), path),
    environment: {
      ...mapValues(state.environment, (value) => located(value, state)),
      PATH: searchPathOf(state),
      HOME: '/',
    },
    ids: idsOf(state.user),
    workingFolder: join(rootOf(state), state.workingFolder),
    entrypoint: command('ENTRYPOINT'),
    arguments: command('CMD'),
    healthcheck: command('HEALTHCHECK'),
  };
};

const freshState = (folder: string): State => ({
  folder,
  stage: undefined,
  workingFolder: '/',
  user: '0:0',
  environment: {},
  commands: new Map(),
});

/** The current stage is always in the same folder, as in a container. */
const rootOf = ({ folder }: State): string => join(folder, 'image');

const take = (step: Step, state: State): void => {
  switch (step.keyword) {
    case 'FROM': {
      if (state.stage !== undefined) renameSync(rootOf(state), join(state.folder, state.stage));
      // The Node that runs the tests replaces the one of the base image.
      mkdirSync(join(rootOf(state), programs), { recursive: true });
      linkFile(process.execPath, join(rootOf(state), programs, 'node'));
      Object.assign(state, { ...freshState(state.folder), stage: step.stage ?? 'last' });
      return;
    }
    case 'WORKDIR':
      state.workingFolder = step.value;
      mkdirSync(join(rootOf(state), step.value), { recursive: true });
      return;
    case 'USER':
      state.user = step.value;
      return;
    case 'ENV':
      Object.assign(state.environment, step.values);
      return;
    case 'COPY':
      return copy(step, state);
    case 'RUN':
      return run(step.command, state);
    case 'ENTRYPOINT':
    case 'CMD':
    case 'HEALTHCHECK':
      state.commands.set(step.keyword, step.command);
      return;
    case 'ARG':
    case 'LABEL':
    case 'VOLUME':
    case 'EXPOSE':
    case 'STOPSIGNAL':
  }
};

const copy = ({ from, owner, sources, target }: CopyArguments, state: State): void => {
  const to = join(rootOf(state), posix.resolve(state.workingFolder, target));
  for (const source of sources) {
    if (from !== undefined) {
      linkFolder(join(state.folder, from, source), to, { owner: idsOf(owner ?? '0:0') });
      continue;
    }
    const path = join(projectRoot, source);
    const isFile = statSync(path).isFile();
    cpSync(path, isFile && target.endsWith('/') ? join(to, basename(source)) : to, {
      recursive: true,
      filter: (each) => reachesBuilder(relative(projectRoot, each)),
    });
  }
};

const run = (command: Command, state: State): void => {
  if (typeof command === 'string' && command.startsWith('npm ci ')) {
    placePackages(command, state);
    return;
  }
  const [program = '', ...args] = asProgram(command).map((each) => located(each, state));
  const { status, stderr, error } = spawnSync(program, args, {
    cwd: join(rootOf(state), state.workingFolder),
    env: { ...state.environment, PATH: searchPathOf(state) },
    encoding: 'utf8',
    ...idsOf(state.user),
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`, { cause: error });
};

const programs = 'usr/local/bin';

const searchPathOf = (state: State): string =>
  [join(rootOf(state), programs), '/usr/bin', '/bin'].join(delimiter);

const isRoot = process.getuid?.() === 0;

/** Only root can change the owner of files. Other accounts keep their own files and skip `chown`. */
const asProgram = (command: Command): readonly string[] =>
  typeof command === 'string'
    ? ['/bin/sh', '-c', isRoot ? command : `chown() { :; }; ${command}`]
    : command;

const idsOf = (user: string): UserIds | undefined => {
  const [uid, gid] = user.split(':').map(Number);
  return isRoot && uid !== undefined && gid !== undefined ? { uid, gid } : undefined;
};

/** Replaces the paths /quoin and /data in a text by their paths on this machine. */
const located = (text: string, state: State): string =>
  text.replace(/(?<![\w.])\/(?:quoin|data)(?![\w.-])/g, (path) => join(rootOf(state), path));

interface LockedPackage {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
}

const placePackages = (npm: string, state: State): void => {
  const [, prefix = ''] = /--prefix=(\S+)/.exec(npm) ?? [];
  const folder = join(rootOf(state), state.workingFolder, prefix);
  const lockFile = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lockFile) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const omits = (what: string): boolean => npm.includes(`--omit=${what}`);
  const isLeftOut = ({ dev, optional, devOptional }: LockedPackage): boolean =>
    (dev === true && omits('dev')) ||
    (optional === true && omits('optional')) ||
    (devOptional === true && omits('dev') && omits('optional'));
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), lockFile);
  for (const [path, locked] of Object.entries(packages)) {
    if (path === '' || isLeftOut(locked)) continue;
    // An optional package for another platform is not installed here.
    if (locked.optional === true && !existsSync(join(projectRoot, prefix, path))) continue;
    // Nested packages have their own entries in the lock file.
    linkFolder(join(projectRoot, prefix, path), join(folder, path), { leaveOut: 'node_modules' });
  }
};

const mapValues = (
  record: Readonly<Record<string, string>>,
  change: (value: string) => string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
