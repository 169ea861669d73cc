import { Screen } from '../../shell/screen.tsx';

export const ContentList = () => <Screen title="ContentList">{null}</Screen>;
