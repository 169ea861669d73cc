import { Screen } from '../../shell/screen.tsx';

export const Profile = () => <Screen title="Profile">{null}</Screen>;
