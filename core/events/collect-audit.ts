import type { Dependencies } from '../ports/ports.ts';

/** Brings what was acknowledged before the call into the audit. */
export const collectAudit = async ({
  outbox,
  audit,
}: Pick<Dependencies, 'outbox' | 'audit'>): Promise<void> => {
  await outbox.advance();
  while (await audit.collect());
};
