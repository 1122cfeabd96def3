import * as z from 'zod';
import { nameText } from '../contract/name.ts';

/** Names appear in subjects of mails and in chat messages, so they hold no character that formats those. */
export const automationName = nameText;

/** Null: of all visitors. */
export const segmentChoice = z.string().max(64).nullable();
