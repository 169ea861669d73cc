export { receiveWebhook as POST, switchPreview as GET } from '../../../lib/quoin';
