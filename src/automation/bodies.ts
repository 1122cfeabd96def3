import { z } from 'zod';
import { nameText } from '../contract/name.ts';

/** It stands in subjects of mails and in messages of chats: it must not shape them. */
export const automationName = nameText;

/** Null: of all visitors. */
export const segmentChoice = z.string().max(64).nullable();
