/** A row of the ai_traffic report. */
export type AiRow = {
  operator: string;
  referrals: string;
  visitors: string;
  conversions: string;
  revenue: number;
  crawls: string;
  training_crawls: string;
  search_crawls: string;
  agent_requests: string;
  pages: string;
};

/** Why a program fetches a page, as its operator describes it. */
export const purposes = [
  { name: 'training_crawls', purpose: 'training', label: 'For training', className: 'purpose-training' },
  { name: 'search_crawls', purpose: 'search', label: 'For search', className: 'purpose-search' },
  { name: 'agent_requests', purpose: 'agent', label: 'For a person', className: 'purpose-agent' },
] as const;
