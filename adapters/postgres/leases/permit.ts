import type { Permit } from '../../../core/index.ts';
import type { Database } from '../connections.ts';
import { query, type Statement } from '../statement.ts';

const proveAlone: Statement = {
  name: 'lease_permit',
  text: 'select lease_permit($1::bigint, null)',
};

const proveHeld: Statement = {
  name: 'lease_permit_held',
  text: 'select lease_permit_held($1::bigint, $2::bigint)',
};

const pass: Statement = {
  name: 'lease_pass',
  text: "select set_config('quoin.is_permitted', 'true', true)",
};

/**
 * Proves to the fence of the database that the transaction may write. Call it before the first write.
 *
 * @throws an error that `rejectionOf` recognizes, if the permit is no longer valid.
 */
export const provePermit = async (
  transaction: Database,
  { instance, proof }: Permit,
): Promise<void> => {
  // A permit without an instance is one of a database without others: the fence knows.
  if (proof === 'harmless') await query(transaction, pass);
  else if (instance === undefined) return;
  else if (proof === 'alone') await query(transaction, proveAlone, [instance]);
  else await query(transaction, proveHeld, [instance, proof.block]);
};
