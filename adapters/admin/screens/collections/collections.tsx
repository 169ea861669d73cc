import { Screen } from '../../shell/screen.tsx';

export const Collections = () => <Screen title="Collections">{null}</Screen>;
