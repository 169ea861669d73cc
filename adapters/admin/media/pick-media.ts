import type { MediaFileDto } from '../../../contracts/operations/media.ts';
import { asking } from '../components/dialogs/asking.tsx';
import type { PickMedia } from './media-picker.tsx';

const picker = asking<PickMedia, MediaFileDto>(
  async () => (await import('./media-picker.tsx')).MediaPicker,
);

/** Opens a dialog with the media library, where users can also upload. */
export const pickMedia = picker.ask;

export const PickMediaDialog = picker.Outlet;
