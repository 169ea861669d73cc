import type { Actor } from '../access/actor.ts';
import { explainSlugTaken } from '../content/free-slug.ts';
import { askAboutWrite } from '../content/hook-operations.ts';
import type { DomainError } from '../errors.ts';
import { editedHere, type Write } from './plan-import.ts';
import { settle, type Settled } from './settle.ts';
import type { TransferPorts } from './transfer-ports.ts';

/**
 * Writes what the hooks let pass: new items together, changed ones each by itself. Readers see a
 * cached page of before no more once this resolves.
 *
 * @returns what could not be written and why; all others were.
 */
export const writeBatch = async (
  ports: TransferPorts,
  actor: Actor,
  writes: readonly Write[],
): Promise<ReadonlyMap<Write, DomainError>> => {
  const failed = new Map<Write, DomainError>();
  const note = (write: Write, settled: Settled<void>): void => {
    if (!settled.ok) failed.set(write, settled.error);
  };
  for (const write of writes) {
    note(write, await settle(() => askAboutWrite(ports.ask, actor, write.before, write.item)));
  }
  const allowed = writes.filter((write) => !failed.has(write));
  try {
    const isNew = ({ before }: Write): boolean => before === undefined;
    const together = await insertTogether(ports, allowed.filter(isNew));
    for (const write of allowed) {
      if (!together.has(write)) note(write, await settle(() => writeOne(ports, write)));
    }
  } finally {
    // Also when the service failed half-way: some of them may be there.
    await ports.contentCache.forget(
      allowed.flatMap(({ before, item }) => (before === undefined ? [item] : [before, item])),
    );
  }
  const written = allowed.filter((write) => !failed.has(write));
  for (const { before, item } of written) {
    await ports.tell(
      before === undefined
        ? { type: 'content.created', item }
        : { type: 'content.updated', before, item },
    );
  }
  return failed;
};

/** All or, when one of them clashes, none: then they are tried one by one. */
const insertTogether = async (
  { contents }: Pick<TransferPorts, 'contents'>,
  writes: readonly Write[],
): Promise<ReadonlySet<Write>> => {
  if (writes.length === 0) return new Set();
  const inserted = await settle(() => contents.insertAll(writes.map(({ item }) => item)));
  return new Set(inserted.ok ? writes : []);
};

const writeOne = async (
  { contents }: Pick<TransferPorts, 'contents'>,
  { before, item }: Write,
): Promise<void> => {
  try {
    if (before === undefined) return await contents.insert(item);
    if (!(await contents.replace(item, before.version))) throw editedHere(before);
  } catch (error) {
    throw await explainSlugTaken(contents, item.slug, error);
  }
};
