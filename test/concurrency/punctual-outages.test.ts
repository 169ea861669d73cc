import { test } from 'vitest';
import {
  openImageResizer,
  openMediaInspector,
  openPasswordHasher,
  openRateLimiter,
  openTokenSigner,
  openWebhookSender,
} from '../adapters/mutants/outage-mutants.ts';
import {
  imageResizerOutageSuite,
  mediaInspectorOutageSuite,
  passwordHasherOutageSuite,
  rateLimiterOutageSuite,
  tokenSignerOutageSuite,
  webhookSenderOutageSuite,
} from '../conformance/outages.ts';
import { registerSuite } from '../conformance/suite.ts';

// Adapters that hang without end keep the promises by the deadlines of the core.
registerSuite(tokenSignerOutageSuite, async () => ({ subject: openTokenSigner() }), test);
registerSuite(passwordHasherOutageSuite, async () => ({ subject: openPasswordHasher() }), test);
registerSuite(rateLimiterOutageSuite, async () => ({ subject: openRateLimiter() }), test);
registerSuite(mediaInspectorOutageSuite, async () => ({ subject: openMediaInspector() }), test);
registerSuite(imageResizerOutageSuite, async () => ({ subject: openImageResizer() }), test);
registerSuite(webhookSenderOutageSuite, async () => ({ subject: openWebhookSender() }), test);
