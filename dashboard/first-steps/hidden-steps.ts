import { keep, recall } from '../shell/browser-memory.ts';

const keyOf = (websiteId: string) => `footfall.first-steps.${websiteId}`;

export const areFirstStepsHidden = (websiteId: string): boolean => recall(keyOf(websiteId)) === 'hidden';

export const hideFirstSteps = (websiteId: string): void => keep(keyOf(websiteId), 'hidden');
