import { Screen } from '../../shell/screen.tsx';

export const User = () => <Screen title="User">{null}</Screen>;
