import { Screen } from '../../shell/screen.tsx';

export const Editor = () => <Screen title="Editor">{null}</Screen>;
