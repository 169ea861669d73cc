import { Screen } from '../../shell/screen.tsx';

export const Settings = () => <Screen title="Settings">{null}</Screen>;
