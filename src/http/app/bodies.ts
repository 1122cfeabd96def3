import { z } from 'zod';
import { text } from '../../contract/bodies.ts';

/** Parts that several bodies share. What a verb checks itself is only bounded here. */
export const email = text(1, 254);
export const newPassword = text(8, 1024);
/** A password that is only compared. */
export const presentedPassword = z.string().max(1024);
export const workspaceName = text(1, 255);
export const domains = z.array(text(1, 255)).min(1).max(100);
export const role = z.enum(['owner', 'member', 'viewer']);
