import { Screen } from '../../shell/screen.tsx';

export const Users = () => <Screen title="Users">{null}</Screen>;
