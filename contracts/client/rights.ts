import { permissionTable, type Reach, type Role, type RoleAction } from '../../core/index.ts';

export type { Reach, RoleAction } from '../../core/index.ts';

/**
 * How far a role reaches: everything, only what the caller created, or nothing. Clients use it to show
 * only what would succeed; the service decides.
 */
export const reachOf = (role: Role, action: RoleAction): Reach => permissionTable[role][action];
