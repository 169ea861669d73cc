import { Screen } from '../../shell/screen.tsx';

export const Builder = () => <Screen title="Builder">{null}</Screen>;
