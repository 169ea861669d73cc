import { asking } from '../components/dialogs/asking.tsx';
import type { PickItem } from './item-picker.tsx';

const picker = asking<PickItem, string>(async () => (await import('./item-picker.tsx')).ItemPicker);

/** Opens a dialog that finds an item, and resolves with its id. */
export const pickItem = picker.ask;

export const PickItemDialog = picker.Outlet;
