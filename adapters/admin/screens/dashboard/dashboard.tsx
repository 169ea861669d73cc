import { Screen } from '../../shell/screen.tsx';

export const Dashboard = () => <Screen title="Dashboard">{null}</Screen>;
