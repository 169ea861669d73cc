import { Screen } from '../../shell/screen.tsx';

export const Plugins = () => <Screen title="Plugins">{null}</Screen>;
