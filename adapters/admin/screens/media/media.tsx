import { Screen } from '../../shell/screen.tsx';

export const Media = () => <Screen title="Media">{null}</Screen>;
