/** Calls that empty states and the first steps show. The tests find them here, and run each in a page. */
export const hints = {
  goal: "footfall('signup')",
  property: "footfall('signup', { plan: 'pro' })",
} as const;
